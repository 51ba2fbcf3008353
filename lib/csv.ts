import Papa from 'papaparse';

/** A cell of a table; null is empty. */
export type Cell = string | number | boolean | null;

/** Papa's own pattern stops at a line break, and would let a formula pass that has one. */
const FORMULA = /^[=+\-@\t\r]/;

/** Rows as lines of CSV, each with its line end (RFC 4180); a text that a spreadsheet would run begins with an apostrophe (S41). */
export const toLines = (rows: Cell[][]): string =>
  rows.length ? `${Papa.unparse(rows, { escapeFormulae: FORMULA, newline: '\r\n' })}\r\n` : '';
