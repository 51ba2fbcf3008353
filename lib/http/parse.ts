import type { z } from 'zod';
import { DomainError } from '#lib/errors.ts';
import { noWordsOfZod, textOfIssue, type Issue } from './issue-text.ts';
import { isStorable } from './storable.ts';

/** A schema, or nothing to judge. */
export type Schema = z.ZodType | undefined;
export type Parsed<S extends Schema> = S extends z.ZodType ? z.output<S> : undefined;

/**
 * What a schema makes of a value; without one, undefined. Throws `not_found` for a path, `malformed` with texts by field for
 * a query, and for a text that no database keeps (S52). A body that breaks nothing but rules, as an empty field or a bad
 * address does, is `invalid`; one that has another form than the call takes is `malformed`.
 */
export function parse<S extends Schema>(
  schema: S,
  value: unknown,
  refusal: 'malformed' | 'not_found' | 'invalid',
): Parsed<S> {
  if (!schema) return undefined as Parsed<S>;
  const result = schema.safeParse(value, noWordsOfZod);
  const canBeKept = isStorable(value);
  if (result.success && canBeKept) return result.data as Parsed<S>;
  if (refusal === 'not_found') throw new DomainError('not_found', 'There is nothing here.');
  if (result.success) throw new DomainError('malformed', 'The request holds a character that cannot be kept.');
  const issues = result.error.issues.flatMap((issue) => innermost(issue));
  const fields: Record<string, string> = {};
  for (const issue of issues) fields[issue.path.join('.')] ??= textOfIssue(issue);
  if (refusal === 'invalid' && canBeKept && issues.every(isBrokenRule))
    throw new DomainError('invalid', Object.values(fields)[0] ?? '', { fields });
  const text = issues.find(({ message }) => message)?.message;
  throw new DomainError('malformed', text ?? 'The request is not in the expected form.', { fields });
}

/** Of a value with several forms, what is wrong with the form that it comes nearest to. */
function innermost(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union' || issue.message) return [issue];
  const forms = issue.errors.map((form) =>
    form.flatMap((inner) => innermost({ ...inner, path: [...issue.path, ...inner.path] })),
  );
  return forms.find((form) => form.length > 0 && form.every(isBrokenRule)) ?? forms.at(-1) ?? [issue];
}

/** Of the kind that the call takes, or left out: what is wrong is what stands in it. */
function isBrokenRule({ code, input, path }: Issue): boolean {
  if (input === undefined) return path.length > 0;
  if (code === 'invalid_value') return typeof input === 'string';
  return ['too_small', 'too_big', 'invalid_format', 'custom'].includes(code);
}
