import type { AnyTask, Protocol, SetMeasure } from '../core/index.ts';

/** Which measures are compared beside the headline. */
export interface MeasureChoice {
  /** Only these ids; absent: every measure of the whole set. */
  readonly ids?: readonly string[];
  /** Only these protocols; absent: that of the headline. */
  readonly protocols?: readonly Protocol[];
}

/**
 * The measures of a task that are compared: the headline first, then those of the protocols wanted, of the whole set
 * and without a variant. An id that was named and only has values by slice brings its slices.
 */
export function chosenMeasures(
  task: AnyTask,
  measures: readonly SetMeasure[],
  { ids, protocols = [task.headline.protocol] }: MeasureChoice,
): SetMeasure[] {
  const headline = measures.filter((measure) => measure.headline === true && measure.slice === undefined);
  const wanted = measures.filter(
    (measure) =>
      !headline.includes(measure) &&
      measure.variant === undefined &&
      protocols.includes(measure.protocol) &&
      (ids === undefined || ids.includes(measure.description.id)),
  );
  const whole = new Set(wanted.filter(({ slice }) => slice === undefined).map(keyOf));
  return [
    ...headline,
    ...wanted.filter(
      (measure) => measure.slice === undefined || (ids !== undefined && !whole.has(keyOf(measure))),
    ),
  ];
}

function keyOf({ description, protocol }: SetMeasure): string {
  return `${protocol} ${description.id}`;
}

/** Tells a measure from the others of its task, whatever its parameters are. */
export function measureKey(measure: SetMeasure): string {
  const { description, protocol, slice, variant, aggregate } = measure;
  const form = aggregate === 'mean' ? 'mean' : (aggregate.name ?? 'set');
  return JSON.stringify([protocol, description.id, form, variant ?? null, slice ?? null]);
}

/** `embedder a against none`, one clause a parameter that differs; an empty text where all agree. */
export function differingParams(first: SetMeasure, second: SetMeasure): string {
  const keys = new Set([...Object.keys(first.params ?? {}), ...Object.keys(second.params ?? {})]);
  const text = (value: unknown) => (value === undefined ? 'none' : String(value));
  return [...keys]
    .map((key) => ({ key, one: text(first.params?.[key]), other: text(second.params?.[key]) }))
    .filter(({ one, other }) => one !== other)
    .map(({ key, one, other }) => `${key} ${one} against ${other}`)
    .join(', ');
}
