import { ok, refused, StubServer, type StubAnswer } from '#components/stories/stub-server.tsx';
import type { RunListView } from '#lib/billing/revenue/views.ts';
import { Checks } from './checks.tsx';

export default { title: 'admin/Billing checks' };

type Run = RunListView['runs'][number];

const none = (...whats: string[]) => whats.map((what) => ({ what, count: 0, names: [] }));
const counted = (what: string, count: number) => ({ what, count, names: [] });
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const LISTS = ['mended', 'unknown', 'missing', 'events', 'failed', 'left'];

const story = (answer: StubAnswer) => (
  <StubServer answers={{ 'GET /admin/api/billing/runs': answer }}>
    <Checks />
  </StubServer>
);
const ran = (runs: Run[]) => story(ok({ runs }));

export const Loading = () => story('waiting');
export const Failed = () => story(refused(503, 'unavailable', 'The service is not available right now.'));
export const NeverRan = () => ran([]);
export const AllEqual = () =>
  ran([
    { name: 'reconcile', ran_at: ago(300), found: [counted('checked', 1240), counted('demo', 17), ...none(...LISTS)] },
    { name: 'sweep', ran_at: ago(12), found: none('events', 'failed') },
    { name: 'verify', ran_at: ago(300), found: [counted('checked', 1240), ...none('demo', 'differences')] },
  ]);
export const Different = () =>
  ran([
    {
      name: 'reconcile',
      ran_at: ago(300),
      found: [counted('checked', 1240), counted('mended', 3), counted('events', 2), ...none('failed', 'left')],
    },
    { name: 'sweep', ran_at: ago(500), found: [counted('events', 4), ...none('failed')] },
    {
      name: 'verify',
      ran_at: ago(300),
      found: [
        counted('checked', 1240),
        {
          what: 'differences',
          count: 102,
          names: [
            'quantity of sub_1TaTcDkQ2eZvKYlo2C (user 6f1e0c5a-1f5c-4d6b-9c3e-000000000005): Stripe says 1, we say 9; mend: npm run billing:reconcile',
            'customer_unknown of cus_QzX7 (user 6f1e0c5a-1f5c-4d6b-9c3e-000000000006): Stripe says nothing, we say customer of a user; mend: check that STRIPE_SECRET_KEY is of the right account',
          ],
        },
      ],
    },
  ]);
