import { HIDDEN } from './hide-secrets.ts';

/** A field's value before and after an event, as text. Null: there was none. */
export type Change = { field: string; before: string | null; after: string | null };

/** What an event changed, field by field: nested objects by their path, and only fields that differ. */
export function changesOf(before: unknown, after: unknown): Change[] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((field) => {
    const change = { field, before: old.get(field) ?? null, after: now.get(field) ?? null };
    // Two hidden values look the same, but one of them may be new.
    return change.before === change.after && change.before !== HIDDEN ? [] : [change];
  });
}

/** The details of an event as a list of fields and their values. */
export const factsOf = (details: unknown): { field: string; value: string }[] =>
  [...fieldsOf(details)].map(([field, value]) => ({ field, value }));

/** One line that says what an event changed: `daily_limit: 5 → 7`. */
export const inOneLine = ({ field, before, after }: Change): string => `${field}: ${before ?? '–'} → ${after ?? '–'}`;

/** The fields of a value by path. A value that is no object has the path `value`. */
function fieldsOf(value: unknown, path = ''): Map<string, string> {
  if (value === null || value === undefined) return new Map();
  if (typeof value !== 'object' || Array.isArray(value)) return new Map([[path || 'value', textOf(value)]]);
  return new Map(Object.entries(value).flatMap(([name, item]) => [...fieldsOf(item, path ? `${path}.${name}` : name)]));
}

const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : Array.isArray(value)
      ? value.map((item) => textOf(item)).join(', ') || '[]'
      : JSON.stringify(value);
