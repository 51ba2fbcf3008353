import { ok, refused, StubServer, type StubAnswer } from '#components/stories/stub-server.tsx';
import type { FlaggedRow } from '#lib/billing/views.ts';
import { Flagged } from './flagged.tsx';

export default { title: 'admin/Billing review' };

const DISPUTE: FlaggedRow = {
  alert_id: '6f1e0c5a-1f5c-4d6b-9c3e-000000000005',
  kind: 'dispute',
  what: 'A payment is disputed.',
  todo: 'Answer the dispute in Stripe.',
  subject: 'dp_1',
  stripe_url: null,
  user: null,
  since: '2026-01-15T08:30:00.000Z',
};
const story = (answer: StubAnswer) => (
  <StubServer answers={{ 'GET /admin/api/billing/flagged': answer }}>
    <Flagged />
  </StubServer>
);

export const Loading = () => story('waiting');
export const Failed = () => story(refused(503, 'unavailable', 'The service is not available right now.'));
export const Empty = () => story(ok({ flagged: [], total: 0 }));
export const Full = () => story(ok({ flagged: [DISPUTE], total: 1 }));
export const MoreThanListed = () => story(ok({ flagged: [DISPUTE], total: 1200 }));
