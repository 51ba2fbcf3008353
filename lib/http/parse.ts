import type { z } from 'zod';
import { DomainError } from '#lib/errors.ts';
import { isStorable } from './storable.ts';

/**
 * What a schema makes of a value; without one, undefined. Throws `not_found` for a path, `malformed` with texts by field for
 * the rest, and for a text that no database keeps (S52).
 */
export function parse<T>(schema: z.ZodType<T> | undefined, value: unknown, code: 'malformed' | 'not_found'): T {
  if (!schema) return undefined as T;
  const result = schema.safeParse(value);
  const canBeKept = isStorable(value);
  if (result.success && canBeKept) return result.data;
  if (code === 'not_found') throw new DomainError('not_found', 'There is nothing here.');
  if (result.success) throw new DomainError('malformed', 'The request holds a character that cannot be kept.');
  const fields: Record<string, string> = {};
  for (const issue of result.error.issues) fields[issue.path.join('.')] ??= issue.message;
  const text = result.error.issues.find((issue) => issue.code === 'custom')?.message;
  throw new DomainError('malformed', text ?? 'The request is not in the expected form.', { fields });
}
