/**
 * The sections of the account page, in order: title, and the key of the query whose data the page's HTML brings (P14).
 * account/page.tsx adds what only the server has: how the data is read, and what shows it.
 */
export const SETTINGS_SECTIONS = {
  'sign-in': { title: 'Login', query: 'email-address' },
  'two-factor': { title: 'Two-factor login', query: 'two-factor' },
  passkeys: { title: 'Passkeys', query: 'passkeys' },
  sessions: { title: 'Sessions', query: 'sessions' },
  logins: { title: 'Login history', query: 'logins' },
  'connected-apps': { title: 'Connected apps', query: 'connected-apps' },
  'usage-tokens': { title: 'Usage tokens', query: 'usage-tokens' },
  'usage-alerts': { title: 'Usage alerts', query: 'usage-alerts' },
  agreements: { title: 'Agreements', query: 'agreements' },
  data: { title: 'Your data', query: null },
  delete: { title: 'Delete account', query: null },
} as const;
export type SettingsSectionId = keyof typeof SETTINGS_SECTIONS;
export type SettingsQuery = NonNullable<(typeof SETTINGS_SECTIONS)[SettingsSectionId]['query']>;

/** The key under which the browser finds and refreshes the data of a section. */
export const settingsKey = (query: SettingsQuery): [SettingsQuery] => [query];

/** The id of a section's title, which takes the focus when the focused button disappears. */
export const titleId = (part: SettingsSectionId) => `${part}-title`;
