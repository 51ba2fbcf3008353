import type { MailParts } from '#emails/parts/mail-parts.ts';

export type KeySwitchedOffProps = { key: string; dashboardUrl: string; supportMail: string };
export const sample: KeySwitchedOffProps = {
  key: '8ywi4tmbzp5f…',
  dashboardUrl: 'https://premium.example/dashboard',
  supportMail: 'support@premium.example',
};

/** Sent when an admin deletes a key that is in use. */
export const keySwitchedOff = ({ key, dashboardUrl, supportMail }: KeySwitchedOffProps): MailParts => ({
  subject: 'Your API key was switched off',
  preheader: 'Mail is filtered without the premium hashes.',
  heading: 'Your API key was switched off',
  intro: [
    'Our support has switched your key off. Your Rspamd continues with its other checks, without the premium hashes.',
  ],
  figures: [['Key', key]],
  action: { label: 'Open the dashboard', url: dashboardUrl },
  outro: [`To find out why, or to have it switched on again, write to ${supportMail}.`],
});
