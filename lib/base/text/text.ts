import { z } from 'zod';

/**
 * A text of at most `most` characters. Nothing else looks at a longer one: zod would run the rules that follow a failed
 * `max`, and those of the object that holds the text (S87).
 */
export const text = (most: number, error?: string) => z.string().max(most, { abort: true, ...(error && { error }) });

/** Like `text`, without the white space around it, which does not count. */
export const trimmed = (most: number, error?: string) =>
  z
    .string()
    .trim()
    .max(most, { abort: true, ...(error && { error }) });

/**
 * Everything but control characters, the line and paragraph separators of Unicode, and the characters that reverse or
 * isolate the direction of the text around them (UAX #9): a text with one of these can look like another, or run into
 * the text beside it.
 */
const ONE_LINE = /^[^\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]*$/u;

/** A text of one line that is stored and shown to others, trimmed. `problem` is the error text for other characters. */
export const oneLine = (most: number, problem = 'Use one line, without control characters.', tooLong?: string) =>
  trimmed(most, tooLong).regex(ONE_LINE, problem);

/** A text that is only compared with stored ones, so that it also finds those from before `oneLine`. */
export const searched = (most: number) => trimmed(most).regex(NO_CONTROLS);
export const NO_CONTROLS = /^\P{Cc}*$/u;
