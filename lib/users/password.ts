import { text } from '#lib/text.ts';

/** The four classes in display order. Anything but ASCII letters and digits counts as punctuation. */
const PASSWORD_CLASSES = [
  { name: 'uppercase', label: 'Uppercase letters', pattern: /[A-Z]/ },
  { name: 'lowercase', label: 'Lowercase letters', pattern: /[a-z]/ },
  { name: 'digits', label: 'Digits', pattern: /[0-9]/ },
  { name: 'punctuation', label: 'Punctuation', pattern: /[^A-Za-z0-9]/ },
] as const;

export const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 256;

/** Checks a password against the policy (S5): its length, the classes it has, and whether it is acceptable. */
export function judgePassword(password: string) {
  const classes = PASSWORD_CLASSES.map(({ name, label, pattern }) => ({ name, label, met: pattern.test(password) }));
  const classCount = classes.filter(({ met }) => met).length;
  const longEnough = password.length >= PASSWORD_MIN;
  const acceptable = longEnough && password.length <= PASSWORD_MAX && classCount >= 3;
  return { longEnough, classes, classCount, acceptable };
}

/**
 * A new password: never trimmed, folded or cut (S5). `assertAcceptablePassword` judges it, so that a weak password gets
 * a 422 with a reason.
 */
export const NewPassword = text(4096).min(1);
