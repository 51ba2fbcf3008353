import { FAILED, LONG_TEXT, LONG_WORD, ok, type StubAnswers } from '#components/stories/stub-server.tsx';
import { StubScreen } from '#components/stories/stub-screen.tsx';
import { INBOX_KINDS, type InboxKind } from '#lib/admin/inbox/schema.ts';
import type { InboxEntryView, InboxView } from '#lib/admin/inbox/views.ts';
import { Inbox } from './inbox.tsx';
import type { InboxPart } from './inbox-query.ts';
import { PAST_DUE_ENTRY } from './past-due-entry.ts';

export default { title: 'admin/Inbox' };

const DAYS = [
  51_000,
  48_200,
  55_900,
  57_400,
  61_800,
  null,
  62_300,
  58_100,
  66_000,
  71_200,
  69_900,
  74_100,
  76_300,
  40_100,
];
const ENTRIES: InboxEntryView[] = [
  {
    ...PAST_DUE_ENTRY,
    kind: 'hosts',
    subject: '2',
    name: 'fuzzy2',
    user: null,
    plan: null,
    since: '2026-11-27T11:48:00.000Z',
  },
  {
    ...{
      ...PAST_DUE_ENTRY,
      kind: 'over',
      subject: '7',
      name: 'it@acme.example',
      monthly_pence: 2500,
      percent: 127,
      days_over: 4,
    },
    raise: { plan: 'scale', interval: 'month', quantity: 1, daily: 200_000, pounds: 50 },
    requests: DAYS,
    limit: 60_000,
  },
  { ...PAST_DUE_ENTRY, requests: DAYS.map((day) => day && day / 4), limit: 60_000 },
  {
    ...PAST_DUE_ENTRY,
    kind: 'leaving',
    subject: 'l',
    name: LONG_WORD,
    plan: 'Scale × 3',
    since: null,
    ends_at: '2026-12-27T00:00:00.000Z',
  },
  {
    ...{
      ...PAST_DUE_ENTRY,
      kind: 'leaving',
      subject: 'r',
      name: 'cto@example.org',
      since: null,
      reason: 'too_expensive',
    },
    ...{ ends_at: '2026-12-28T00:00:00.000Z', stripe_url: 'https://dashboard.stripe.com/subscriptions/sub_r' },
  },
  { ...PAST_DUE_ENTRY, kind: 'silent', subject: '8', name: 'mx@example.net', requests: [...DAYS.slice(0, 12), 0, 0] },
  {
    ...PAST_DUE_ENTRY,
    kind: 'spread',
    subject: '9',
    name: 'reseller@example.net',
    since: null,
    networks: 23,
    requests: DAYS,
  },
  {
    ...{
      ...PAST_DUE_ENTRY,
      kind: 'billing',
      subject: 'x',
      name: 'sub_1Lost',
      user: null,
      plan: null,
      monthly_pence: 0,
    },
    ...{ why: LONG_TEXT, todo: 'Refund the payment in Stripe.', alert_id: '0197a000-0000-7000-8000-0000000000b1' },
  },
  {
    ...{
      ...PAST_DUE_ENTRY,
      kind: 'jobs',
      subject: 'mail.send',
      name: 'mail.send',
      user: null,
      plan: null,
      monthly_pence: 0,
    },
    ...{ jobs: 3, why: '451 4.7.1 Please try again later' },
  },
];
const view = (entries: InboxEntryView[], more: Partial<InboxView> = {}): InboxView => ({
  entries,
  counts: INBOX_KINDS.map((kind) => ({
    kind,
    total: entries.filter((entry) => entry.kind === kind).length,
    total_is_capped: false,
  })),
  aside: 0,
  currency: 'gbp',
  ...more,
});

const story = (answers: StubAnswers, part: Partial<InboxPart> = {}) => (
  <StubScreen
    answers={{
      'POST /admin/api/inbox/put-aside': ok({ id: '0197a000-0000-7000-8000-0000000000c1' }),
      'DELETE /admin/api/inbox/put-aside/0197a000-0000-7000-8000-0000000000c1': ok({ status: 'ok' }),
      'POST /admin/api/jobs/run-again': ok({ status: 'ok', run_again: 3 }),
      'POST /admin/api/billing/alerts/0197a000-0000-7000-8000-0000000000b1/resolve': ok({ status: 'ok' }),
      ...answers,
    }}
  >
    <Inbox part={{ kind: undefined, aside: undefined, ...part }} site="https://premium.example" />
  </StubScreen>
);
const shows = (shown: InboxView) => ({ 'GET /admin/api/inbox': ok(shown) });

export const Full = () =>
  story(
    shows(
      view(ENTRIES, {
        aside: 3,
        counts: INBOX_KINDS.map((kind) => ({
          kind,
          total: kind === 'silent' ? 1000 : 1,
          total_is_capped: kind === 'silent',
        })),
      }),
    ),
  );
export const OneKind = () => story(shows(view(ofKind('over'))), { kind: 'over' });
export const PutAside = () =>
  story(
    shows(
      view(
        ENTRIES.slice(2, 4).map((entry, n) => ({
          ...entry,
          put_aside: {
            ...{ id: '0197a000-0000-7000-8000-0000000000c1', by: 'root@example.com', at: '2026-11-27T09:00:00.000Z' },
            until: n ? '2026-12-04T09:00:00.000Z' : null,
          },
        })),
        { aside: 2 },
      ),
    ),
    { aside: '1' },
  );
export const Empty = () => story(shows(view([])));
export const Loading = () => story({ 'GET /admin/api/inbox': 'waiting' });
export const Failed = () =>
  story({
    'GET /admin/api/inbox': { status: 503, body: { error: FAILED.message, code: 'unavailable', request_id: 'x' } },
  });

function ofKind(kind: InboxKind) {
  return ENTRIES.filter((entry) => entry.kind === kind);
}
