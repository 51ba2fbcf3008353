/** The parts of the account page: the ids of their anchors, and their titles. */
export const PARTS = {
  'sign-in': 'Sign-in',
  'two-factor': 'Two-factor login',
  passkeys: 'Passkeys',
  sessions: 'Sessions',
  logins: 'Login history',
  'connected-apps': 'Connected apps',
  'usage-tokens': 'Usage tokens',
  'usage-alerts': 'Usage alerts',
  data: 'Your data',
  delete: 'Delete account',
} as const;
export type PartId = keyof typeof PARTS;

/** The id of a part's title, which takes the focus when the button that had it is gone. */
export const titleId = (part: PartId) => `${part}-title`;
