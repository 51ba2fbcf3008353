import type { InboxEntryView } from '#lib/admin/inbox/views.ts';

/** For stories: a customer whose payment failed, as an entry of the operator's inbox. */
export const PAST_DUE_ENTRY: InboxEntryView = {
  kind: 'past_due',
  subject: '0197a000-0000-7000-8000-0000000000a1',
  occurrence: 'a',
  severity: 2500,
  name: 'postmaster@example.com',
  user: { id: '0197a000-0000-7000-8000-000000000001', email: 'postmaster@example.com' },
  since: '2026-11-24T08:30:00.000Z',
  monthly_pence: 2500,
  plan: 'Starter',
  ends_at: null,
  reason: null,
  percent: null,
  days_over: null,
  networks: null,
  jobs: null,
  why: null,
  todo: null,
  alert_id: null,
  raise: null,
  stripe_url: null,
  requests: [],
  limit: null,
  put_aside: null,
};
