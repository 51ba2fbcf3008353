import { paths, withQuery } from '#lib/base/paths.ts';
import type { PaletteView } from '#lib/users/views.ts';

type User = PaletteView['users'][number];
type Key = PaletteView['keys'][number];
type ActionName = 'block' | 'unblock' | 'log_out' | 'view' | 'timeline' | 'rotate' | 'retry';

export type PaletteAction = {
  name: ActionName;
  label: string;
  /** The question that is asked once the action is chosen. */
  asks: string;
  /** The page with the action's button. The palette only opens this page. */
  href?: string;
  fitsUser?: (user: User) => boolean;
  fitsKey?: (key: Key) => boolean;
};

const isAny = () => true;
const WHICH_USER = 'Which user? Type an email address.';

/** The actions of the palette. Choosing one only opens a dialog or a page. */
export const PALETTE_ACTIONS: readonly PaletteAction[] = [
  { name: 'block', label: 'Block user', asks: WHICH_USER, fitsUser: (user) => !user.is_blocked },
  { name: 'unblock', label: 'Unblock user', asks: WHICH_USER, fitsUser: (user) => user.is_blocked },
  { name: 'log_out', label: 'Log user out everywhere', asks: WHICH_USER, fitsUser: isAny },
  { name: 'view', label: 'View as customer', asks: WHICH_USER, fitsUser: isAny },
  { name: 'timeline', label: 'Show timeline of user', asks: WHICH_USER, fitsUser: isAny },
  {
    name: 'rotate',
    label: 'Rotate key',
    asks: 'Which key? Type a description or a public key.',
    fitsKey: ({ state }) => state === 'on',
  },
  { name: 'retry', label: 'Run failed jobs again', asks: '', href: withQuery(paths.adminJobs, { state: 'failed' }) },
];

/** Lists that have no place in the navigation, with the words by which an operator looks for them. */
export const PALETTE_LISTS = [
  { href: paths.adminInbox({ kind: 'past_due' }), label: 'Past due', words: 'failed payment unpaid' },
  { href: paths.adminInbox({ kind: 'leaving' }), label: 'Leaving customers', words: 'cancelled churn' },
  { href: paths.adminInbox({ kind: 'over' }), label: 'Customers over the limit', words: 'too many requests' },
  { href: paths.adminInbox({ kind: 'silent' }), label: 'Silent keys', words: 'no requests' },
  { href: paths.adminInbox({ kind: 'spread' }), label: 'Keys in many networks', words: 'shared sharing' },
  { href: withQuery(paths.adminKeys, { deleted: 'true' }), label: 'Deleted keys', words: 'restore undelete' },
] as const;

/** A chosen action with its user or key. */
export type StartedAction = { action: ActionName } & ({ id: string; email: string | null } | { description: string });

/** The page that the action opens; null if it opens a dialog. */
export function hrefOf(started: StartedAction): string | null {
  if (!('id' in started)) return null;
  if (started.action === 'view') return paths.adminViewAs(started.id);
  return started.action === 'timeline' ? paths.adminTimeline(started.id) : null;
}
