import { DomainError } from '#lib/errors.ts';
import { site } from '#lib/site.ts';
import { judgePassword, PASSWORD_MAX } from './password.ts';

const SCORE_MIN = 3;
/** The estimate grows with the square of the length; what is strong within these characters stays strong with more. */
const JUDGED_CHARACTERS = 40;

/**
 * Refuses a password that breaks the policy (S5) or is easy to guess (S6): common passwords, English words, words of
 * this product, the person's own address. Throws `weak_password` with a text that names the password (decisions §4);
 * `field` is its name on the wire.
 */
export async function assertAcceptablePassword(
  password: string,
  email: string | null,
  field = 'password',
): Promise<void> {
  const weak = (text: string) => new DomainError('weak_password', text, { fields: { [field]: text } });
  if (password.length > PASSWORD_MAX) throw weak(`The password is longer than ${PASSWORD_MAX} characters.`);
  if (!judgePassword(password).acceptable)
    throw weak('The password needs at least 12 characters and 3 of 4: uppercase, lowercase, digits, punctuation.');
  const { score } = (await estimator()).check(password.slice(0, JUDGED_CHARACTERS), [
    ...PRODUCT_WORDS,
    ...wordsOf(email),
  ]);
  if (score < SCORE_MIN)
    throw weak('This password is easy to guess: it is common, or made of common words, dates or your email address.');
}

const PRODUCT_WORDS = [...site.name.toLowerCase().split(' '), 'fuzzy', 'spam', 'mail', 'antispam', 'postmaster'];

const wordsOf = (email: string | null) =>
  email ? [email, ...email.split(/[@.+_-]/).filter((word) => word.length > 2)] : [];

/** The dictionaries are 70 MB in memory: loaded when the first password is set, not before. */
let loading: ReturnType<typeof load> | undefined;
const estimator = () => (loading ??= load());

async function load() {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]);
  return new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
  });
}
