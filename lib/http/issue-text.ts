import type { z } from 'zod';

/** A finding of zod with what was found, which `reportInput` keeps. */
export type Issue = z.core.$ZodIssue & { input?: unknown };

/**
 * What a person reads about one field: the schema's own text, else a sentence that fits the rule. Never zod's words. Ask
 * zod with `noWordsOfZod`, so that only a text of ours is in `message`.
 */
export const textOfIssue = (issue: Issue): string => issue.message || sentenceFor(issue);

/** For `safeParse`: what has no text of ours has none, and the input stays with the finding. */
export const noWordsOfZod = { error: () => '', reportInput: true } as const;

/** Whether a field that must be there is absent, or empty. */
const isMissing = ({ code, input }: Issue): boolean =>
  input === undefined || (code === 'too_small' && (input === '' || (Array.isArray(input) && input.length === 0)));

/** What is said when one of these fields is left out or empty. */
const WHEN_MISSING: Readonly<Record<string, string>> = {
  email: 'Please enter an email address.',
  password: 'Please enter a password.',
  current_password: 'Please enter your current password',
  new_password: 'Please enter a new password',
  code: 'Please enter the code.',
  token: 'The link is not complete. Please open it again from the email.',
  country: 'Please choose a country.',
  description: 'Please enter a description.',
  redirect_uris: 'All redirect URIs must be filled',
  scopes: 'At least one scope must be selected',
  user_id: 'Please choose a user.',
  public_key: 'Please choose a key.',
  grace: 'Please choose how long the old key goes on working.',
};

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const FORMATS: Readonly<Record<string, string>> = {
  email: 'Please enter a valid email address.',
  uuid: 'This is not a valid id.',
  datetime: 'Please give a time as ISO 8601 in UTC.',
  url: 'Please enter a valid address.',
};

function sentenceFor(issue: Issue): string {
  const name = issue.path.findLast((part) => typeof part === 'string') ?? '';
  if (isMissing(issue)) return WHEN_MISSING[name] ?? (name ? `Please fill in “${name}”.` : 'Something is missing.');
  switch (issue.code) {
    case 'invalid_type':
      return `This must be ${TYPES[issue.expected] ?? 'of another kind'}.`;
    case 'invalid_value':
      return `Please choose one of: ${issue.values.map(String).join(', ')}.`;
    case 'too_small':
      return `This must be at least ${size(issue.origin, issue.minimum)}.`;
    case 'too_big':
      return `This must be at most ${size(issue.origin, issue.maximum)}.`;
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'This is not in the right form.';
    case 'unrecognized_keys':
      return 'There is a field here that nobody knows.';
    default:
      return 'This is not in the right form.';
  }
}

function size(origin: string, limit: number | bigint): string {
  if (origin === 'string') return `${limit} ${limit === 1 ? 'character' : 'characters'} long`;
  return origin === 'array' ? `${limit} ${limit === 1 ? 'entry' : 'entries'}` : String(limit);
}
