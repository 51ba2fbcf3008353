/** Words of published examples and of test secrets, compared by letters only. A random text contains none of them. */
const OF_EXAMPLES = /changeme|replacewith|example|placeholder|openssl/;
const OF_TESTS = /ofthetests|thetestsof|standin|visible|secretof|ofareal|password/;
const PREFIX = /^(whsec_|(sk|rk)_(test|live)_)/;
const QUOTES = `'"\``;
const MIN_BYTES = 32;
const MIN_CHARACTERS = 8;

/**
 * Why a text is unfit as a secret (S30), or null: it is published in this repository (also in quotes, after a Stripe
 * prefix or in another case), is shorter than 32 bytes, or is easy to guess. Never quotes the text.
 */
export function secretProblem(text: string): string | null {
  const bare = withoutQuotes(text.trim());
  const core = bare.replace(PREFIX, '');
  if (isExample(core) || OF_TESTS.test(letters(core))) return 'an example is not a secret';
  if (bare !== text) return 'has quotes or spaces around it';
  if (Buffer.byteLength(text) < MIN_BYTES) return `needs at least ${MIN_BYTES} bytes`;
  return isGuessable(core) ? 'is too regular: use a random one' : null;
}

function withoutQuotes(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && QUOTES.includes(text.charAt(from))) from += 1;
  while (from < to && QUOTES.includes(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

/** Why the password in a database URL is unfit, or null. A URL without a password authenticates in another way. */
export function databasePasswordProblem(url: string): string | null {
  const password = URL.canParse(url) ? decodeURIComponent(new URL(url).password) : '';
  if (!password) return null;
  if (isExample(password) || OF_TESTS.test(letters(password))) return 'an example is not a password';
  return isGuessable(password) ? 'its password is too regular: use a random one' : null;
}

/** True if a text is a published example, ignoring letter case and quotes. */
export const isExample = (text: string): boolean => OF_EXAMPLES.test(letters(text));

const letters = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, '');

/** True for few different characters, a repeated part, or a run such as abcdef. */
function isGuessable(text: string): boolean {
  if (new Set(text).size < MIN_CHARACTERS) return true;
  const periods = Array.from({ length: Math.floor(text.length / 2) }, (_, index) => index + 1);
  if (periods.some((period) => text.startsWith(text.slice(period)))) return true;
  const codes = Array.from(text, (character) => character.charCodeAt(0));
  const steps = codes.slice(1).filter((code, index) => Math.abs(code - (codes[index] ?? 0)) <= 1);
  return steps.length > text.length / 2;
}
