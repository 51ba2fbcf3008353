import { z } from 'zod';

/** The four classes of spec §5, in the order they are shown. Anything but letters and digits of ASCII is punctuation. */
const PASSWORD_CLASSES = [
  { name: 'uppercase', label: 'Uppercase letters', pattern: /[A-Z]/ },
  { name: 'lowercase', label: 'Lowercase letters', pattern: /[a-z]/ },
  { name: 'digits', label: 'Digits', pattern: /[0-9]/ },
  { name: 'punctuation', label: 'Punctuation', pattern: /[^A-Za-z0-9]/ },
] as const;

export const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 256;

/** How a password stands against the policy (spec §5): length, classes met, and whether it may be used. */
export function judgePassword(password: string) {
  const classes = PASSWORD_CLASSES.map(({ name, label, pattern }) => ({ name, label, met: pattern.test(password) }));
  const classCount = classes.filter(({ met }) => met).length;
  const longEnough = password.length >= PASSWORD_MIN;
  const acceptable = longEnough && password.length <= PASSWORD_MAX && classCount >= 3;
  return { longEnough, classes, classCount, acceptable };
}

/** A password somebody chooses. Nothing is trimmed, folded or cut (S5); the verb judges it, so that 422 says why. */
export const NewPassword = z.string().min(1).max(4096);
