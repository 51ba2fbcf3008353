import { ok, refused, type StubAnswer } from '#components/stories/stub-server.tsx';
import { StubScreen } from '#components/stories/stub-screen.tsx';
import type { AuditEventView } from '#lib/audit/views.ts';
import { RefreshButton } from '../../_components/frame/refresh-button.tsx';
import { AuditScreen } from './audit-screen.tsx';
import { AUDIT } from './audit-list.ts';

export default { title: 'admin/Audit log' };

const event = (number: number, changes: Partial<AuditEventView> = {}): AuditEventView => ({
  id: `0197a000-0000-7000-8000-${String(number).padStart(12, '0')}`,
  at: '2026-01-15T08:30:00.000Z',
  action: 'user.updated',
  actor: { kind: 'system', id: null, email: null, name: 'audit.test' },
  target: { kind: 'user', id: 'id-of-ada', email: 'ada@example.com', name: 'ada@example.com' },
  before: { daily_limit: 5, notes: null, rank: 50 },
  after: { daily_limit: 7, notes: 'x', rank: 50 },
  details: { reason: 'ticket 7' },
  ip: '192.0.2.7',
  request_id: 'request-of-the-test',
  ...changes,
});
const list = (events: AuditEventView[], more: object = {}) =>
  ok({ events, total: events.length, total_is_capped: false, next_cursor: null, actions: ['user.updated'], ...more });
const NO_VIEWS = { 'GET /admin/api/views': ok({ views: [] }) };
const story = (answer: StubAnswer | [StubAnswer, ...StubAnswer[]], search?: string) => (
  <StubScreen answers={{ 'GET /admin/api/audit': answer, ...NO_VIEWS }} search={search}>
    <RefreshButton queryKey={AUDIT} />
    <AuditScreen />
  </StubScreen>
);

export const Loading = () => story('waiting');
const failure = refused(503, 'unavailable', 'The service is not available right now.');
export const Failed = () => story([failure, list([])]);
export const RefreshFailed = () => story([list([event(1)]), failure, list([event(1)])]);
export const Empty = () => story(list([]));
export const NoMatch = () => story(list([]), '?target=nobody');
export const Full = () => story(list([event(1)]));
export const Filtered = () => story(list([event(1)]), '?target=ada@example.com&action=user.updated');
export const TwoPages = () =>
  story([
    list([event(1)], { total: 60, next_cursor: 'next' }),
    list([event(2, { action: 'user.blocked' })], { total: 60 }),
  ]);

const OTHER = event(3, { action: 'user.blocked' });
const elsewhere = (answer: StubAnswer) => (
  <StubScreen
    answers={{ 'GET /admin/api/audit': list([event(1)]), [`GET /admin/api/audit/${OTHER.id}`]: answer, ...NO_VIEWS }}
    search={`?event=${OTHER.id}`}
  >
    <AuditScreen />
  </StubScreen>
);
/** The URL names an event of another page. */
export const Elsewhere = () => elsewhere(ok(OTHER));
export const Gone = () => elsewhere(refused(404, 'not_found', 'This event does not exist.'));
