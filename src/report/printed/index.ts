export {
  type ComparedRow,
  comparePrinted,
  type OtherValue,
  type PrintedComparison,
  type PrintedReport,
  type PrintedVerdict,
} from './compare.ts';
export { type PrintedFile, type PrintedRow, type PrintedScope, readPrinted } from './rows.ts';
export { printedMarkdown, printedTerminal } from './table.ts';
