/** Whether one of the statements that a case expects holds, and what was seen. */
export interface Finding {
  readonly holds: boolean;
  readonly saw: unknown;
}

/** Where a procedure works. */
export interface ProcedurePlace {
  /** The executable of the program. */
  readonly program: string;
  /** An empty folder, removed afterwards. */
  readonly folder: string;
}

/** Does the steps of a case with the program itself: one finding for each statement that the case expects, in order. */
export type Procedure = (place: ProcedurePlace) => Promise<readonly Finding[]>;

/** Procedures by the topics of their cases. */
export type Procedures = ReadonlyMap<string, Procedure>;
