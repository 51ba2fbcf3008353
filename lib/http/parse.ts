import type { z } from 'zod';
import { DomainError } from '#lib/base/errors.ts';
import { noWordsOfZod, textOfIssue, type Issue } from './answers/issue-text.ts';
import { isStorable } from './postgres-text.ts';

/** The schema of an input; undefined if the endpoint takes none. */
export type Schema = z.ZodType | undefined;
export type Parsed<S extends Schema> = S extends z.ZodType ? z.output<S> : undefined;

/**
 * Parses a value; returns undefined without a schema. Throws `not_found` for a path, and `malformed` with texts by
 * field for a query or a text that the database cannot store (S52). A body of the right form that breaks a rule, such
 * as an empty field or an invalid address, is `invalid`; a body of another form is `malformed` (docs/decisions/0027).
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
  if (refusal === 'not_found') throw new DomainError('not_found', 'Not found.');
  if (result.success) throw new DomainError('malformed', 'The request contains a character that cannot be stored.');
  const issues = result.error.issues.flatMap((issue) => innermost(issue));
  const fields: Record<string, string> = {};
  for (const issue of issues) fields[issue.path.join('.')] ??= textOfIssue(issue);
  if (refusal === 'invalid' && canBeKept && issues.every(isBrokenRule))
    throw new DomainError('invalid', Object.values(fields)[0] ?? '', { fields });
  const text = issues.find(({ message }) => message)?.message;
  throw new DomainError('malformed', text ?? 'The request is malformed.', { fields });
}

/** For a union, the issues of the member that the value comes closest to. */
function innermost(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union' || issue.message) return [issue];
  const forms = issue.errors.map((form) =>
    form.flatMap((inner) => innermost({ ...inner, path: [...issue.path, ...inner.path] })),
  );
  return forms.find((form) => form.length > 0 && form.every(isBrokenRule)) ?? forms.at(-1) ?? [issue];
}

/** Whether the value is missing, or has the right type and only its content is wrong. */
function isBrokenRule({ code, input, path }: Issue): boolean {
  if (input === undefined) return path.length > 0;
  if (code === 'invalid_value') return typeof input === 'string';
  return ['too_small', 'too_big', 'invalid_format', 'custom'].includes(code);
}
