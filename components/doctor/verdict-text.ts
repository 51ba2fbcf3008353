import { paths } from '#lib/base/paths.ts';
import { commands, inWords, promises } from '#lib/base/promises.ts';
import type { CheckedHost, ConnectionCheck, ConnectionState } from '#lib/doctor/views.ts';
import type { Asker } from './use-doctor.ts';

type Verdict = NonNullable<ConnectionCheck['verdict']>;
/** What was found, and the one next step: a link or a command. */
export type VerdictText = {
  tone: 'success' | 'info' | 'warning' | 'error';
  title: string;
  next: string;
  link?: { href: string; text: string };
  command?: { title: string; code: string };
};

const KEYS_IN_PLACE = { title: 'The keys in place', code: 'rspamadm configdump fuzzy_check | grep encryption_key' };
const PING = { title: 'Ping the storage, with Rspamd 3.8 or newer', code: commands.fuzzyPing };

/** The verdict of a check in words. */
export function verdictText(check: ConnectionCheck, asker: Asker): VerdictText {
  const { verdict } = check;
  const own = asker === 'owner' ? 'your' : 'the';
  if (!verdict)
    return {
      tone: 'warning',
      title: check.is_open ? 'No storage host can answer right now.' : 'No host answered in time.',
      next: `This says nothing about ${own} key. Check again later.`,
    };
  return { ...TEXTS[verdict.state](own, verdict, check) };
}

type Words = (own: string, verdict: Verdict, check: ConnectionCheck) => VerdictText;

const TEXTS: Readonly<Record<ConnectionState, Words>> = {
  works: (_own, { lists, hidden_lists: hidden }) => ({
    tone: 'success',
    title: lists.length ? `It works. Messages were found in: ${lists.join(', ')}.` : 'It works.',
    next: `${hidden.length ? `Matches of this list are hidden: ${hidden.join(', ')}. ` : ''}How long an answer takes on its way, only the mail server can measure:`,
    command: PING,
  }),
  hidden: (own, { hidden_lists: hidden }) => ({
    tone: 'info',
    title: `It works, but ${own} key does not see matches of this list: ${hidden.join(', ')}.`,
    next: 'The plan decides which lists a key sees.',
    link: { href: paths.pricing, text: 'Compare plans' },
  }),
  wrong_key: (own) => ({
    tone: 'error',
    title: 'Requests arrive with a key that the storage does not have.',
    next: `It was mistyped, deleted, or replaced long ago: the storage cannot tell these apart. Each rule must have ${own} key:`,
    command: KEYS_IN_PLACE,
  }),
  suspended: (own, { why }) => suspendedText(own, why),
  replaced: (own) => ({
    tone: 'error',
    title: 'Requests arrive with an old key, which was replaced.',
    next: `Put ${own} present key into each rule:`,
    command: KEYS_IN_PLACE,
  }),
  over_rate: () => ({
    tone: 'error',
    title: 'Requests exceed the rate of the key.',
    next: 'The storage refuses them with FUZZY_RATELIMITED until the rate falls.',
    link: { href: paths.usage, text: 'Compare usage and limit' },
  }),
  reached: (own) => ({
    tone: 'info',
    title: `A ping with ${own} key arrived.`,
    next: 'The way is open. Send a message through the mail server and check again: a ping is answered even if the key is over its rate.',
  }),
  not_loaded: (own) => ({
    tone: 'warning',
    title: `The storage does not have ${own} key yet.`,
    next: `A new key takes up to ${inWords(promises.keyChange)}. Check again then.`,
  }),
  in_clear: (own) => ({
    tone: 'warning',
    title: `No request with ${own} key arrived, but requests without a key did.`,
    next: 'Rspamd does not say from where. If you sent a message, a rule lacks its key:',
    command: KEYS_IN_PLACE,
  }),
  idle: (own, { failed_before: hasFailed }) => ({
    tone: 'info',
    title: `Nothing arrived in this minute. Before, requests with ${own} key did${hasFailed ? ', and some with an unknown key' : ''}.`,
    next: 'Check again, and send a message through the mail server while the hosts watch.',
  }),
  nothing: (_own, { failed_before: hasFailed }, check) => ({
    tone: 'error',
    title: 'Nothing arrived from this address in this minute.',
    next: `${hasFailed ? 'Earlier requests came with an unknown key; Rspamd does not say when. ' : ''}If you sent a message, a firewall, the server name or the port is wrong, or the server sends from another address. A wrong key over TCP looks the same. On the mail server:`,
    command: { title: 'Check name, port and answer', code: wayOf(check.hosts) },
  }),
  unknown: (own) => ({
    tone: 'info',
    title: `Nothing is known about ${own} key and this address.`,
    next: 'Hosts say more only about the address of this page, or one that has used the key. Check again, and send a message through the mail server while the hosts watch.',
  }),
};

function suspendedText(own: string, why: Verdict['why']): VerdictText {
  const title = {
    billing: 'a payment is missing',
    blocked: 'the account is blocked',
    admin: 'by an administrator',
    limit: 'its daily limit is 0',
  };
  if (why === null)
    return {
      tone: 'error',
      title: 'Requests arrive with a deleted key.',
      next: `Put ${own} present key into each rule:`,
      command: KEYS_IN_PLACE,
    };
  return {
    tone: 'error',
    title: `${own === 'your' ? 'Your' : 'The'} key is suspended: ${title[why]}.`,
    ...(why === 'billing'
      ? {
          next: 'It works again once billing is settled.',
          link: { href: paths.dashboard, text: 'See what is missing' },
        }
      : { next: 'Only support can change this.' }),
  };
}

/** nc only detects a port that refuses; the ping shows whether an answer arrives. */
function wayOf(hosts: readonly CheckedHost[]): string {
  const [name = 'HOST', port = '11335'] = hosts.flatMap(({ server }) => server ?? [])[0]?.split(':') ?? [];
  return [`dig +short ${name}`, `nc -vzu ${name} ${port}`, commands.fuzzyPing].join('\n');
}
