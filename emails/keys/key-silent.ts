import type { MailParts } from '#emails/parts/mail-parts.ts';
import { commands } from '#lib/base/promises.ts';
import { HOW_TO_MUTE } from './usage-limit.ts';

export type KeySilentProps = { key: string; lastRequest: string; hours: number; setupUrl: string };
export const sample: KeySilentProps = {
  key: '8ywi4tmbzp5f…',
  lastRequest: '21 November 2026, 09:30 UTC',
  hours: 6,
  setupUrl: 'https://premium.example/setup',
};

/** Sent once when a busy key no longer gets requests. */
export const keySilent = ({ key, lastRequest, hours, setupUrl }: KeySilentProps): MailParts => ({
  subject: `No requests from your key for ${hours} hours`,
  preheader: 'Your servers used it every day until now. Our servers are up.',
  heading: 'Your key has gone silent',
  intro: [
    'Your key was in use every day, and its requests have stopped. Our servers are up. If you stopped it yourself, there is nothing to do.',
  ],
  figures: [
    ['Key', key],
    ['Last request', lastRequest],
    ['Silent for', `${hours} hours`],
  ],
  steps: [
    { text: 'Check that Rspamd runs.' },
    { text: 'Check that port 11335 is open for outgoing UDP and TCP.' },
    { text: 'Ask the storage:', command: commands.fuzzyPing },
  ],
  action: { label: 'Check your setup', url: setupUrl },
  outro: [HOW_TO_MUTE],
});
