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
