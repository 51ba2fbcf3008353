import { ok, refused, StubServer, type StubAnswers } from '#components/stories/stub-server.tsx';
import { DAY, HOUR, MINUTE } from '#lib/base/time.ts';
import type { ServersView, ServerView } from '#lib/sources/views.ts';
import { Servers } from './servers.tsx';

export default { title: 'account/Your servers' };

const SERVERS = 'GET /account/api/servers';
const DOWN = refused(503, 'unavailable', 'The service is not available right now.');
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const story = (answers: StubAnswers) => (
  <StubServer answers={answers}>
    <Servers />
  </StubServer>
);

const server = (id: string, changes: Partial<ServerView> = {}): ServerView => ({
  id: id.padEnd(22, 'x'),
  name: null,
  address: null,
  first_seen_at: ago(40 * DAY),
  last_seen_at: ago(4 * MINUTE),
  checked: 184_220,
  hits: 40_117,
  errors: 0,
  uses_old_key: false,
  ...changes,
});
const view = (servers: ServerView[], changes: Partial<ServersView> = {}) =>
  ok({ has_key: true, is_reported: true, shows_addresses: false, servers, others: null, ...changes });

const MX1 = server('3fA9xk', { name: 'mx1' });
const UNNAMED = server('Qz71-b', { checked: 512, hits: 80, errors: 12, first_seen_at: ago(3 * DAY) });
const OLD = server('77kLp_', { name: 'relay in Frankfurt', uses_old_key: true, last_seen_at: ago(9 * HOUR) });
const named = (name: string | null) => view([MX1, { ...UNNAMED, name }, OLD]);

export const Loading = () => story({ [SERVERS]: 'waiting' });
export const Failed = () => story({ [SERVERS]: [DOWN, view([MX1])] });
/** No storage host reports sources. */
export const NotReported = () => story({ [SERVERS]: view([], { is_reported: false }) });
export const Empty = () => story({ [SERVERS]: view([]) });
/** The first attempt to name the second server fails. */
export const Full = () =>
  story({
    [SERVERS]: [named(null), named('mx2')],
    [`PATCH /account/api/servers/${UNNAMED.id}`]: [DOWN, ok({ ...UNNAMED, name: 'mx2' })],
    'PUT /account/api/servers': [DOWN, ok({ shows_addresses: true })],
  });
const SHOWN = { shows_addresses: true };
export const WithAddresses = () =>
  story({
    [SERVERS]: [
      view(
        [
          { ...MX1, address: '192.0.2.17' },
          { ...UNNAMED, address: '2001:db8:4f1:22::1:17' },
        ],
        SHOWN,
      ),
      view([MX1, UNNAMED]),
    ],
    'PUT /account/api/servers': ok({ shows_addresses: false }),
  });
export const Many = () =>
  story({
    [SERVERS]: view(
      Array.from({ length: 200 }, (_, index) => server(`srv${index}`, { last_seen_at: ago(index * HOUR) })),
      { others: { checked: 12_040, hits: 1, errors: 0 } },
    ),
  });
