import { textOfCode } from '#components/users/error-texts.ts';
import { paths } from '#lib/paths.ts';
import { inWords, promises } from '#lib/promises.ts';

/** The two kinds of mailed links, with their endpoints and texts. */
export const ACTIONS = {
  confirm: {
    call: '/change/email/confirm',
    intro: 'Press the button to use this address. You log in with it from then on.',
    button: 'Confirm email address',
    busy: 'Confirming...',
    done: 'Your email address has been changed.',
    afterwards: `A link to undo the change was sent to the old address. It works for ${inWords(promises.emailUndo)}.`,
    wayOn: { label: 'Go to account', href: paths.account },
    help: 'Ask for a new link on your account page.',
  },
  undo: {
    call: '/change/email/undo',
    intro:
      'Press the button to restore your old address. All devices are logged out, passkeys and an authenticator app that were added since the change was asked for are removed, and your password stops working. You get a link to choose a new one.',
    button: 'Undo the change',
    busy: 'Undoing...',
    done: 'Your old address is restored.',
    afterwards:
      'All devices are logged out, and passkeys and an authenticator app that were added since the change was asked for are removed. An email with their names and a link to choose a new password is on its way to your inbox.',
    wayOn: { label: 'Log in', href: paths.login() },
    help: 'If someone else has access to your account, write to',
  },
} as const;
export type Action = keyof typeof ACTIONS;

const VOID = 'This link is invalid or has expired.';
const OWN: Readonly<Record<string, string>> = {
  unauthenticated: 'Please log in to the account whose address changes, and open the link again.',
  forbidden: 'This link belongs to another account. Log in with that account and open the link again.',
};
/** Error codes after which the same link can never work, with their texts. */
const FINAL: Readonly<Record<string, string>> = {
  invalid: VOID,
  malformed: VOID,
  conflict: 'This address belongs to another account.',
};

/** True if a retry cannot help. */
export const isFinal = (code: string): boolean => Object.hasOwn(FINAL, code);

/** The text for an error code, from `?error=` or from a response. */
export const linkErrorText = (code: string): string =>
  textOfCode(code, 'This did not work. Please try again in a moment.', { ...OWN, ...FINAL });
