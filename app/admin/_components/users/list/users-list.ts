import { parseAsStringLiteral } from 'nuqs/server';
import { shortText } from '#components/layout/state/short-text.ts';
import { paths } from '#lib/base/paths.ts';
import { type Change, defineList } from '../../lists/define-list.ts';
import { texts } from './user-texts.ts';

type Options = readonly { value: string; label: string }[];

/** The filters of the user list, by their names in the API, with labels. */
const FILTERS = {
  status: {
    label: 'Status',
    options: [
      { value: 'active', label: 'Active' },
      { value: 'blocked', label: 'Blocked' },
    ],
  },
  admin: {
    label: 'Role',
    options: [
      { value: 'true', label: 'Admin' },
      { value: 'false', label: 'No admin' },
    ],
  },
  verified: {
    label: 'Email',
    options: [
      { value: 'true', label: 'Verified' },
      { value: 'false', label: 'Not verified' },
    ],
  },
  subscription: {
    label: 'Subscription',
    options: [
      { value: 'live', label: 'Live' },
      { value: 'leaving', label: 'Ends soon' },
      { value: 'manual', label: 'Manual key' },
      { value: 'none', label: 'None' },
      { value: 'active', label: 'Stripe: active' },
      { value: 'past_due', label: 'Stripe: past due' },
      { value: 'trialing', label: 'Stripe: trialing' },
      { value: 'unpaid', label: 'Stripe: unpaid' },
      { value: 'paused', label: 'Stripe: paused' },
      { value: 'canceled', label: 'Stripe: canceled' },
      { value: 'incomplete', label: 'Stripe: incomplete' },
      { value: 'incomplete_expired', label: 'Stripe: incomplete, expired' },
    ],
  },
} as const satisfies Record<string, { label: string; options: Options }>;
type FilterName = keyof typeof FILTERS;

/** The filters as a list, for the filter picker. */
export const FIELDS = (Object.keys(FILTERS) as FilterName[]).map((name) => ({ name, ...FILTERS[name] }));

/** The sort orders of the list. The first is the default. */
export const SORTS = [
  { value: '-created_at', label: 'Newest first' },
  { value: 'created_at', label: 'Oldest first' },
  { value: 'email', label: 'Email A–Z' },
  { value: '-email', label: 'Email Z–A' },
  { value: '-last_seen_at', label: 'Last seen first' },
  { value: 'last_seen_at', label: 'Last seen last' },
] as const;

export const labelOf = (options: Options, value: string): string =>
  options.find((option) => option.value === value)?.label ?? value;

/** All queries about users have keys that begin with this one. */
export const USERS = ['admin', 'users'];

const valuesOf = <V extends string>(options: readonly { value: V }[]) => options.map(({ value }) => value);

export const usersList = defineList({
  path: paths.admin,
  key: USERS,
  name: 'The list of users',
  noun: 'user',
  parsers: {
    search: shortText(600).withDefault(''),
    status: parseAsStringLiteral(valuesOf(FILTERS.status.options)),
    admin: parseAsStringLiteral(valuesOf(FILTERS.admin.options)),
    verified: parseAsStringLiteral(valuesOf(FILTERS.verified.options)),
    subscription: parseAsStringLiteral(valuesOf(FILTERS.subscription.options)),
    sort: parseAsStringLiteral(valuesOf(SORTS)).withDefault('-created_at'),
    user: shortText(100),
  },
  filters: ['search', 'status', 'admin', 'verified', 'subscription'],
  order: ['sort'],
  beside: 'user',
  failed: texts.loadFailed,
  none: { title: 'No users yet', text: 'Users appear here when they sign up, or when you create them.' },
  noMatch: {
    title: 'No users match',
    text: 'The search looks at emails, notes, user ids and the beginning of API keys.',
  },
});
export type UsersView = ReturnType<typeof usersList.load>;
export type UsersChange = Change<UsersView>;
