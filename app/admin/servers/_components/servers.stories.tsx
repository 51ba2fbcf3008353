import { ok, refused, type StubAnswer, type StubAnswers } from '#components/stories/stub-server.tsx';
import { StubScreen } from '#components/stories/stub-screen.tsx';
import type { StorageServerRow } from '#lib/storage/views.ts';
import { RefreshButton } from '../../_components/frame/refresh-button.tsx';
import { CreateServerButton } from './create-server-button.tsx';
import { Servers } from './servers.tsx';
import { SERVERS } from './servers-list.ts';

export default { title: 'admin/Servers' };

const SERVER: StorageServerRow = {
  id: 1,
  name: 'fuzzy1',
  description: 'Frankfurt',
  last_seen_at: null,
  created_at: '2026-01-15T08:30:00.000Z',
  host: null,
  port: 11335,
  lists: [],
  weight: 10,
  is_draining: false,
  test_message: null,
};
const PUBLIC: Partial<StorageServerRow> = { host: 'fuzzy2.example.net', lists: ['premium'], is_draining: true };
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const KNOWN = { reported_at: minutesAgo(2), is_current: true, found_at: minutesAgo(2), error: null };
const story = (answer: StubAnswer | [StubAnswer, ...StubAnswer[]], more: StubAnswers = {}, search?: string) => (
  <StubScreen answers={{ 'GET /admin/api/servers': answer, ...more }} search={search}>
    <CreateServerButton />
    <RefreshButton queryKey={SERVERS} />
    <Servers />
  </StubScreen>
);

export const Loading = () => story('waiting');
const failure = refused(503, 'unavailable', 'The service is not available right now.');
export const Failed = () => story(failure);
export const RefreshFailed = () => story([ok({ servers: [SERVER] }), failure, ok({ servers: [SERVER] })]);
export const Silent = () => story(ok({ servers: [SERVER] }), {}, '?attention=silent');
export const NoneSilent = () => story(ok({ servers: [] }), {}, '?attention=silent');
export const Forbidden = () => story(refused(403, 'forbidden', 'Admins only.'));
export const Empty = () => story(ok({ servers: [] }));
export const Full = () =>
  story(
    ok({
      servers: [SERVER, { ...SERVER, id: 2, name: 'fuzzy2', last_seen_at: '2026-01-15T08:30:00.000Z', ...PUBLIC }],
    }),
  );

/** Every state of the test message. */
export const TestMessages = () =>
  story(
    ok({
      servers: [
        SERVER,
        { ...SERVER, id: 2, name: 'fuzzy2', test_message: KNOWN },
        { ...SERVER, id: 3, name: 'fuzzy3', test_message: { ...KNOWN, found_at: null } },
        {
          ...SERVER,
          id: 4,
          name: 'fuzzy4',
          test_message: { ...KNOWN, error: 'flag 1: fuzzyadd: status 404, No fuzzy rules matched for flag 1' },
        },
        { ...SERVER, id: 5, name: 'fuzzy5', test_message: { ...KNOWN, reported_at: minutesAgo(90) } },
        { ...SERVER, id: 6, name: 'fuzzy6', test_message: { ...KNOWN, is_current: false } },
      ],
    }),
  );

const TOKEN = ok({ server: SERVER, token: 'the-token-of-fuzzy1' });
const CODE = ok({ server: SERVER, code: 'k3f9-w2pm-8qzt-51ra', expires_at: '2026-01-15T08:40:00.000Z' });
export const Creating = () =>
  story(ok({ servers: [] }), {
    'POST /admin/api/servers': [
      refused(409, 'conflict', 'Please correct the marked fields.', {
        fields: { name: 'A server with this name already exists.' },
      }),
      refused(403, 'reauthentication_required', 'Please log in again.'),
      TOKEN,
    ],
    'POST /admin/api/servers/1/enrolment-code': CODE,
    'POST /login/again': ok({ status: 'ok' }),
    'GET /userstatus': ok({ email: 'me@example.com' }),
  });

export const Enrolling = () =>
  story(ok({ servers: [SERVER] }), {
    'POST /admin/api/servers/1/enrolment-code': [
      refused(404, 'not_found', 'This server does not exist.'),
      refused(403, 'reauthentication_required', 'Please log in again.'),
      CODE,
    ],
    'POST /login/again': ok({ status: 'ok' }),
    'GET /userstatus': ok({ email: 'me@example.com' }),
  });

export const Rotating = () =>
  story(ok({ servers: [SERVER] }), {
    'POST /admin/api/servers/1/rotate-token': TOKEN,
    'POST /admin/api/servers/1/enrolment-code': CODE,
  });

export const Editing = () =>
  story(ok({ servers: [SERVER] }), {
    'PUT /admin/api/servers/1/host': [
      refused(409, 'conflict', 'Please correct the marked fields.', {
        fields: { host: 'Another server has this name and port.' },
      }),
      ok({ ...SERVER, ...PUBLIC }),
    ],
  });
