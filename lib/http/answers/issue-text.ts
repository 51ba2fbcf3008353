import type { z } from 'zod';

/** A zod issue with its input, which `reportInput` keeps. */
export type Issue = z.core.$ZodIssue & { input?: unknown };

/**
 * The text for one field: the schema's own, else a sentence that fits the rule, never zod's. Parse with `noWordsOfZod`,
 * so that `message` only holds our own texts.
 */
export const textOfIssue = (issue: Issue): string => issue.message || sentenceFor(issue);

/** Options for `safeParse`: suppress zod's texts and keep the input with each issue. */
export const noWordsOfZod = { error: () => '', reportInput: true } as const;

/** Options for forms in the browser: our texts in place of zod's. The schema's own texts remain. */
export const ourWords = {
  error: (issue: z.core.$ZodRawIssue) => sentenceFor({ ...issue, path: issue.path ?? [] } as Issue),
} as const;

/** Whether a required field is absent or empty. */
const isMissing = ({ code, input }: Issue): boolean =>
  input === undefined || (code === 'too_small' && (input === '' || (Array.isArray(input) && input.length === 0)));

/** Texts for absent and empty fields, by name. */
const WHEN_MISSING: Readonly<Record<string, string>> = {
  email: 'Please enter an email address.',
  password: 'Please enter a password.',
  current_password: 'Please enter your current password',
  new_password: 'Please enter a new password',
  code: 'Please enter the code.',
  token: 'The link is incomplete. Please open it again from the email.',
  country: 'Please choose a country.',
  description: 'Please enter a description.',
  redirect_uris: 'All redirect URIs must be filled',
  scopes: 'At least one scope must be selected',
  user_id: 'Please choose a user.',
  public_key: 'Please choose a key.',
  grace: 'Please choose how long the old key keeps working.',
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
  uuid: 'This is not a valid ID.',
  datetime: 'Please enter a time in ISO 8601 format, in UTC.',
  url: 'Please enter a valid URL.',
};

function sentenceFor(issue: Issue): string {
  const name = issue.path.findLast((part) => typeof part === 'string') ?? '';
  if (isMissing(issue)) return WHEN_MISSING[name] ?? (name ? `Please fill in “${name}”.` : 'A value is missing.');
  switch (issue.code) {
    case 'invalid_type':
      return `This must be ${TYPES[issue.expected] ?? 'a different type'}.`;
    case 'invalid_value':
      return `Please choose one of: ${issue.values.map(String).join(', ')}.`;
    case 'too_small':
      return `This must be at least ${size(issue.origin, issue.minimum)}.`;
    case 'too_big':
      return `This must be at most ${size(issue.origin, issue.maximum)}.`;
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'This has the wrong format.';
    case 'unrecognized_keys':
      return 'Unknown field.';
    default:
      return 'This has the wrong format.';
  }
}

function size(origin: string, limit: number | bigint): string {
  if (origin === 'string') return `${limit} ${limit === 1 ? 'character' : 'characters'} long`;
  return origin === 'array' ? `${limit} ${limit === 1 ? 'entry' : 'entries'}` : String(limit);
}
