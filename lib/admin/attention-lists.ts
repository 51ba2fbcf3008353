import { paths, withQuery } from '#lib/base/paths.ts';
import type { Attention } from './overview.ts';

/** The users whose subscription was cancelled for a later day. */
export const LEAVING_LIST = withQuery(paths.admin, { subscription: 'leaving' });

/** The list in the console that shows what each figure counts. */
export const ATTENTION_LISTS: Readonly<Record<keyof Attention, string>> = {
  pastDue: withQuery(paths.admin, { subscription: 'past_due' }),
  overLimit: withQuery(paths.adminKeys, { attention: 'over' }),
  silentKeys: withQuery(paths.adminKeys, { attention: 'silent' }),
  spreadKeys: withQuery(paths.adminKeys, { attention: 'spread' }),
  silentServers: withQuery(paths.adminServers, { attention: 'silent' }),
  failedJobs: paths.adminJobs,
};
