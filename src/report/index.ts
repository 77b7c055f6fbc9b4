export { maskNumbers } from '../text/mask.ts';
export { compareCsv, compareJson, compareMarkdown, compareTerminal } from './compare.ts';
export { type CsvValue, csvReport, csvText } from './csv.ts';
export { type DoctorCheck, renderDoctor } from './doctor.ts';
export { type JsonText, jsonReport, toJson } from './json.ts';
export { libraryMeasures } from './library-measures.ts';
export {
  type ListBenchmark,
  type ListSetting,
  type ListSplit,
  type ListTask,
  renderList,
} from './list.ts';
export { renderMarkdown } from './markdown.ts';
export { type LibraryMeasure, type MeasureUse, measuresMarkdown, measuresTerminal } from './measures.ts';
export * from './number.ts';
export {
  type ComparedRow,
  comparePrinted,
  type OtherValue,
  type PrintedComparison,
  type PrintedFile,
  type PrintedReport,
  type PrintedRow,
  type PrintedScope,
  type PrintedVerdict,
  printedMarkdown,
  printedTerminal,
  readPrinted,
} from './printed/index.ts';
export {
  createProgress,
  type Progress,
  type ProgressOptions,
  type ProgressState,
  progressLine,
} from './progress.ts';
export { type ReproduceOptions, reproduceMarkdown, reproduceTerminal } from './reproduce.ts';
export type {
  AuthorsValue,
  ReproduceCell,
  ReproduceColumn,
  ReproduceFault,
  ReproduceRow,
  ReproduceTable,
} from './reproduce-cells.ts';
export {
  type ReproduceDifference,
  type ReproducePart,
  type ReproduceSummary,
  summariseReproduction,
} from './reproduce-summary.ts';
export { type SummaryText, summaryMarkdown, summaryTerminal } from './reproduce-summary-print.ts';
export { reproduceTables, type ScoredOutput } from './reproduce-tables.ts';
export { markdownCode, markdownText, safeBlock, safeCell, safeLine } from './safe.ts';
export { createStyle, type Style } from './style.ts';
export { renderTerminal, type TerminalOptions } from './terminal.ts';
export type { ReportOptions } from './view.ts';
export { displayWidth, pad, truncate, wrap } from './width.ts';
export { dataKindWords, outcomeWords } from './words.ts';
export { REPORT_FORMATS, type ReportFormat, renderReport, reportFormat } from './write.ts';
