/** The sections of the account page: anchor ids and titles. */
export const SETTINGS_SECTIONS = {
  'sign-in': 'Login',
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
export type SettingsSectionId = keyof typeof SETTINGS_SECTIONS;

/** The id of a section's title, which takes the focus when the focused button disappears. */
export const titleId = (part: SettingsSectionId) => `${part}-title`;
