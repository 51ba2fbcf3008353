import type { TimelineEntry } from '#lib/admin/timeline/timeline.ts';
import { KindFilter } from './kind-filter.tsx';
import { Timeline } from './timeline.tsx';

export default { title: 'admin/Timeline' };

const ID = '0197a000-0000-7000-8000-000000000001';
const NOTHING = { by: null, key: null, data: {}, reason: null, ip: null };
const at = (minute: number) => `2026-11-23T10:${String(minute).padStart(2, '0')}:00.000Z`;

const state = (day: string | null) => ({
  ...{ plan: 'starter', status: 'active', quantity: 1 },
  cancel_at: day && `${day}T00:00:00.000Z`,
});
const ends = (before: string | null, after: string | null) => ({ before: state(before), after: state(after) });

const ENTRIES: readonly Omit<TimelineEntry, 'id' | 'at'>[] = [
  { ...NOTHING, kind: 'admin', what: 'user.view_started', by: 'root@example.com', reason: 'Ticket 1234' },
  {
    ...NOTHING,
    kind: 'admin',
    what: 'user.updated',
    by: 'root@example.com',
    data: { after: { dailyLimit: 5 }, changed: ['notes'] },
  },
  { ...NOTHING, kind: 'key', what: 'fuzzy_key.rotated', key: 7 },
  {
    ...NOTHING,
    kind: 'billing',
    what: 'revenue.contraction',
    data: { cause: 'plan', yearly_pence: -30_000, currency: 'gbp' },
  },
  {
    ...NOTHING,
    kind: 'billing',
    what: 'subscription.synced',
    data: {
      before: { plan: 'scale', status: 'active', quantity: 2 },
      after: { plan: 'starter', status: 'past_due', quantity: 1 },
    },
  },
  { ...NOTHING, kind: 'billing', what: 'subscription.synced', data: ends(null, '2026-12-27') },
  { ...NOTHING, kind: 'billing', what: 'subscription.synced', data: ends('2026-12-27', '2027-01-27') },
  { ...NOTHING, kind: 'billing', what: 'subscription.synced', data: ends('2027-01-27', null) },
  {
    ...NOTHING,
    kind: 'billing',
    what: 'subscription.cancelled',
    data: { reason: 'too_expensive', cancel_at: '2026-12-27T00:00:00.000Z' },
  },
  { ...NOTHING, kind: 'billing', what: 'subscription.cancelled', data: { reason: null, at_once: true } },
  { ...NOTHING, kind: 'billing', what: 'subscription.resumed' },
  { ...NOTHING, kind: 'billing', what: 'subscription.changed', data: { plan: 'scale', interval: 'year', quantity: 2 } },
  {
    ...NOTHING,
    kind: 'billing',
    what: 'subscription.change_scheduled',
    data: { plan: 'personal', interval: 'month', quantity: 1 },
  },
  {
    ...NOTHING,
    kind: 'billing',
    what: 'subscription.change_waiting',
    data: { plan: 'scale', interval: 'month', quantity: 1 },
  },
  { ...NOTHING, kind: 'billing', what: 'subscription.change_dropped' },
  { ...NOTHING, kind: 'billing', what: 'subscription.end_requested', by: 'root@example.com' },
  {
    ...NOTHING,
    kind: 'mail',
    what: 'mail.sent',
    data: { template: 'password_voided', subject: 'Choose a new password' },
  },
  { ...NOTHING, kind: 'mail', what: 'mail.sent', data: { template: 'password_voided' } },
  { ...NOTHING, kind: 'login', what: 'session.refused', data: { reason: 'credentials' } },
  { ...NOTHING, kind: 'account', what: 'user.passkey_added', data: { passkey: ID } },
  {
    ...{ ...NOTHING, kind: 'admin', what: 'inbox_entry.dismissed', by: 'root@example.com' },
    data: { kind: 'past_due', for: 'week' },
  },
];
const page = (next_cursor: string | null) => ({
  entries: ENTRIES.map((entry, n) => ({ ...entry, id: String(n), at: at(59 - n) })),
  next_cursor,
});

export const Newest = () => (
  <>
    <KindFilter userId={ID} kind={undefined} />
    <Timeline userId={ID} timeline={page('NEXT')} query={{ kind: undefined, cursor: undefined }} />
  </>
);
export const Oldest = () => (
  <>
    <KindFilter userId={ID} kind="key" />
    <Timeline userId={ID} timeline={page(null)} query={{ kind: 'key', cursor: 'HERE' }} />
  </>
);
export const Empty = () => (
  <Timeline userId={ID} timeline={{ entries: [], next_cursor: null }} query={{ kind: 'mail', cursor: undefined }} />
);
