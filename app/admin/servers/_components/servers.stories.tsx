import { ok, refused, StubServer, type StubAnswer } from '#components/stories/stub-server.tsx';
import type { StorageServerRow } from '#lib/storage/views.ts';
import { Servers } from './servers.tsx';

export default { title: 'admin/Servers' };

const SERVER: StorageServerRow = {
  id: 1,
  name: 'fuzzy1',
  description: 'Frankfurt',
  last_seen_at: null,
  created_at: '2026-01-15T08:30:00.000Z',
};
const story = (answer: StubAnswer) => (
  <StubServer answers={{ 'GET /admin/api/servers': answer }}>
    <Servers />
  </StubServer>
);

export const Loading = () => story('waiting');
export const Failed = () => story(refused(503, 'unavailable', 'The service is not available right now.'));
export const Forbidden = () => story(refused(403, 'forbidden', 'Admins only.'));
export const Empty = () => story(ok({ servers: [] }));
export const Full = () =>
  story(ok({ servers: [SERVER, { ...SERVER, id: 2, name: 'fuzzy2', last_seen_at: '2026-01-15T08:30:00.000Z' }] }));
