import type { MailParts } from '#emails/parts/mail-parts.ts';
import { countOf, customerTime } from '#lib/base/text/format.ts';
import { HOW_TO_MUTE } from './usage-limit.ts';

export type SourcesProps = {
  key: string;
  /** when it was first or last seen, ISO 8601 in UTC */
  servers: { name: string; at: string }[];
  serversUrl: string;
};
export const sample: SourcesProps = {
  key: '8ywi4tmbzp5f…',
  servers: [
    { name: 'Server 3fA9xk', at: '2026-11-21T09:30:00.000Z' },
    { name: 'mx2 in Frankfurt', at: '2026-11-21T09:10:00.000Z' },
  ],
  serversUrl: 'https://premium.example/usage#servers',
};

/** How many servers an email lists; the page lists all. */
const MOST_LISTED = 10;

/** Sent at most once a day when new servers use a key. */
export const newSource = ({ key, servers, serversUrl }: SourcesProps): MailParts => ({
  subject: `${countOf(servers.length, 'new server')} ${servers.length === 1 ? 'uses' : 'use'} your key`,
  preheader: 'If you do not know a server, rotate your key.',
  heading: servers.length === 1 ? 'A new server uses your key' : 'New servers use your key',
  intro: [
    `If you set ${servers.length === 1 ? 'it' : 'them'} up yourself, there is nothing to do. If not, your key may be known to others: rotate it.`,
  ],
  figures: [['Key', key], ...listed(servers, 'first seen')],
  action: { label: 'See your servers', url: serversUrl },
  outro: [HOW_TO_MUTE],
});

/** Sent at most once a day when busy servers no longer use a key, while others still do. */
export const silentSource = ({ key, servers, serversUrl }: SourcesProps): MailParts => ({
  subject: `${countOf(servers.length, 'server')} no longer ${servers.length === 1 ? 'uses' : 'use'} your key`,
  preheader: 'Your other servers still use it. Our servers are up.',
  heading: servers.length === 1 ? 'A server has gone silent' : 'Servers have gone silent',
  intro: [
    servers.length === 1
      ? 'Its requests have stopped, while your other servers still use the key. If you stopped it yourself, or its address has changed, there is nothing to do.'
      : 'Their requests have stopped, while your other servers still use the key. If you stopped them yourself, or their addresses have changed, there is nothing to do.',
  ],
  figures: [['Key', key], ...listed(servers, 'last request')],
  action: { label: 'See your servers', url: serversUrl },
  outro: [HOW_TO_MUTE],
});

function listed(servers: SourcesProps['servers'], what: string): [string, string][] {
  const shown = servers
    .slice(0, MOST_LISTED)
    .map(({ name, at }): [string, string] => [name, `${what} ${customerTime(new Date(at))}`]);
  const more = servers.length - shown.length;
  return more > 0 ? [...shown, ['And', countOf(more, 'more server')]] : shown;
}
