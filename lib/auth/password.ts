import { text } from '#lib/base/text/text.ts';

/** The four classes in display order. Anything but ASCII letters and digits counts as punctuation. */
const PASSWORD_CLASSES = [
  { name: 'uppercase', label: 'Uppercase letters', pattern: /[A-Z]/ },
  { name: 'lowercase', label: 'Lowercase letters', pattern: /[a-z]/ },
  { name: 'digits', label: 'Digits', pattern: /[0-9]/ },
  { name: 'punctuation', label: 'Punctuation', pattern: /[^A-Za-z0-9]/ },
] as const;

export const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 256;

/**
 * The form in which passwords are hashed, compared and judged: any space is a plain space, then NFC (S89). Keyboards and
 * systems send the same é as one character or as two. Source: RFC 8265 §4.2, OpaqueString; NIST SP 800-63B §3.1.1.2
 * asks for it, too.
 */
export const normalPassword = (typed: string): string => typed.replaceAll(/\p{Zs}/gu, ' ').normalize('NFC');

/** Whether two typed passwords are the same password. */
export const isSamePassword = (one: string, other: string): boolean => normalPassword(one) === normalPassword(other);

/** Checks a password against the policy (S5): its length, the classes it has, and whether it is acceptable. */
export function judgePassword(typed: string) {
  const password = normalPassword(typed);
  const classes = PASSWORD_CLASSES.map(({ name, label, pattern }) => ({ name, label, met: pattern.test(password) }));
  const classCount = classes.filter(({ met }) => met).length;
  const longEnough = password.length >= PASSWORD_MIN;
  const tooLong = password.length > PASSWORD_MAX;
  return { longEnough, tooLong, classes, classCount, acceptable: longEnough && !tooLong && classCount >= 3 };
}

/**
 * A typed password as it came: never trimmed, folded or cut (S5). lib/auth/passwords/password-hash.ts gives it its normal form,
 * whose work the limit bounds. `assertAcceptablePassword` judges a new one, so that a weak password gets a 422 with a
 * reason.
 */
export const Password = text(4096).min(1);

/** The same password typed again; `assertSamePassword` compares them. */
export const RepeatedPassword = text(4096);
