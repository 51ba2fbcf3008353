import Papa from 'papaparse';

/** A cell of a table; null is empty. */
export type Cell = string | number | boolean | null;

/** Papa's own pattern misses formulas that contain a line break. */
const FORMULA = /^[=+\-@\t\r]/;

/** CSV lines, each with its line end (RFC 4180). Text that a spreadsheet would run gets a leading apostrophe (S41). */
export const toLines = (rows: Cell[][]): string =>
  rows.length ? `${Papa.unparse(rows, { escapeFormulae: FORMULA, newline: '\r\n' })}\r\n` : '';
