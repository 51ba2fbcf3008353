import { renderMail } from '#emails/parts/render-mail.ts';
import { HOW_TO_MUTE } from './usage-limit.ts';

export type KeySilentProps = { key: string; lastRequest: string; hours: number; setupUrl: string };
export const sample: KeySilentProps = {
  key: '8ywi4tmbzp5f…',
  lastRequest: '2026-11-21 09:30 UTC',
  hours: 6,
  setupUrl: 'https://premium.example/setup',
};

/** Sent once when a busy key no longer gets requests. */
export const keySilent = ({ key, lastRequest, hours, setupUrl }: KeySilentProps) =>
  renderMail({
    subject: `No requests from your key for ${hours} hours`,
    heading: 'Your key has fallen silent',
    intro: `Your key ${key} was in use every day, but its last request came ${hours} hours ago, on ${lastRequest}. Our servers are up.`,
    action: { label: 'Check your setup', url: setupUrl },
    outro: `If you stopped it, there is nothing to do. If not, see whether Rspamd runs, whether port 11335 is open (UDP and TCP), and what "rspamadm fuzzy_ping -r FUZZY_PLUS" says. ${HOW_TO_MUTE}`,
  });
