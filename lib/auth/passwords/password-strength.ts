import { isSamePassword, judgePassword, normalPassword, PASSWORD_MAX } from '#lib/auth/password.ts';
import { DomainError } from '#lib/base/errors.ts';
import { site } from '#lib/base/settings/site.ts';
import { spellingsInText } from '#lib/email-address/in-text.ts';
import { addressGroup } from '#lib/http/client-address.ts';
import { passwordJudge } from './password-judge.ts';

/** A word, a year and a repeated character take 10^8 guesses, three random words 10^12. */
const GUESSES_MIN = 1e9;
/** The work grows with the square of the length. If the first 32 characters are strong, so is the whole password. */
const JUDGED_CHARACTERS = 32;

/**
 * Refuses a password that breaks the policy (S5) or is easy to guess (S6): common passwords, English words, words of
 * this product, the user's own address. Throws `weak_password` with a text that mentions the password; `field` is its
 * name in the JSON body. `caller` is the client's IP address (null: the system), because callers take turns. Throws
 * `unavailable` when too many wait.
 */
export async function assertAcceptablePassword(
  password: string,
  email: string | null,
  field = 'password',
  caller: string | null = null,
): Promise<void> {
  const weak = (text: string) => new DomainError('weak_password', text, { fields: { [field]: text } });
  const { tooLong, acceptable } = judgePassword(password);
  if (tooLong) throw weak(`The password is longer than ${PASSWORD_MAX} characters.`);
  if (!acceptable)
    throw weak('The password needs at least 12 characters and 3 of 4: uppercase, lowercase, digits, punctuation.');
  const guesses = await passwordJudge().guesses(addressGroup(caller ?? ''), {
    password: judged(normalPassword(password)),
    words: [...PRODUCT_WORDS, ...wordsOf(email)].map(judged),
  });
  // Not `unavailable`: the same password would take just as long next time.
  if (guesses === null) throw weak('This password takes too long to check. Please choose another one.');
  if (guesses < GUESSES_MIN)
    throw weak('This password is easy to guess: it is common, or made of common words, dates or your email address.');
}

const judged = (text: string) => text.slice(0, JUDGED_CHARACTERS);

const PRODUCT_WORDS = [...site.name.toLowerCase().split(' '), 'fuzzy', 'spam', 'mail', 'antispam', 'postmaster'];

const wordsOf = (email: string | null) =>
  (email ? spellingsInText(email) : []).flatMap((spelling) => [
    spelling,
    ...spelling.split(/[@.+_-]/).filter((word) => word.length > 2),
  ]);

type TypedTwice = { password?: string | undefined; confirm_password?: string | undefined };

/** For plain forms, where no JavaScript has compared the two passwords. Throws `passwords_differ`. */
export function assertSamePassword({ password = '', confirm_password = '' }: TypedTwice): void {
  if (!isSamePassword(password, confirm_password)) throw new DomainError('passwords_differ', 'Passwords do not match.');
}
