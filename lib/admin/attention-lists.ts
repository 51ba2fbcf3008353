import { paths, withQuery } from '#lib/base/paths.ts';
import type { InboxKind } from './inbox/schema.ts';
import type { Attention } from './overview.ts';

/** The kind of the inbox's entries that each figure counts. */
export const ATTENTION_KINDS: Readonly<Record<keyof Attention, InboxKind>> = {
  pastDue: 'past_due',
  leaving: 'leaving',
  overLimit: 'over',
  silentKeys: 'silent',
  spreadKeys: 'spread',
  billing: 'billing',
  silentServers: 'hosts',
  failedJobs: 'jobs',
};

/** The list in the console with everything of a kind, also what was put aside. */
export const WHOLE_LISTS: Readonly<Record<InboxKind, string>> = {
  past_due: withQuery(paths.admin, { subscription: 'past_due' }),
  leaving: withQuery(paths.admin, { subscription: 'leaving' }),
  over: withQuery(paths.adminKeys, { attention: 'over' }),
  silent: withQuery(paths.adminKeys, { attention: 'silent' }),
  spread: withQuery(paths.adminKeys, { attention: 'spread' }),
  billing: paths.adminBilling,
  jobs: paths.adminJobs,
  hosts: withQuery(paths.adminServers, { attention: 'silent' }),
};
