import { z } from 'zod';

/**
 * Everything but control characters, the line and paragraph separators of Unicode, and the characters that reverse or
 * isolate the direction of the text around them (UAX #9): a text with one of these can look like another, or run into
 * the text beside it.
 */
const ONE_LINE = /^[^\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]*$/u;

/** A text of one line that is stored and shown to others, trimmed. `problem` is the error text. */
export const oneLine = (problem = 'Use one line, without control characters.') =>
  z.string().trim().regex(ONE_LINE, problem);

/** A text that is only compared with stored ones, so that it also finds those from before `oneLine`. */
export const NO_CONTROLS = /^\P{Cc}*$/u;
