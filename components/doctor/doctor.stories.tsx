import { ok, refused, StubServer, type StubAnswer } from '#components/stories/stub-server.tsx';
import type { CheckedHost, ConnectionCheck, ConnectionState } from '#lib/doctor/views.ts';
import { Doctor } from './doctor.tsx';
import type { Asker } from './use-doctor.ts';

export default { title: 'doctor/Doctor' };

const ADDRESS = '192.0.2.10';
const host = (index: number, state: CheckedHost['state'], counts: Partial<CheckedHost> = {}): CheckedHost => ({
  name: `fuzzy${index}`,
  server: `fuzzy${index}.example.net:11335`,
  state,
  checked: 0,
  hits: 0,
  errors: 0,
  undecrypted: 0,
  rspamd: '4.1.6',
  ...counts,
});
const checkOf = (fields: Partial<ConnectionCheck> = {}): ConnectionCheck => ({
  address: ADDRESS,
  scope: 'own',
  asked_at: '2026-11-24T08:30:00.000Z',
  open_until: '2026-11-24T08:31:00.000Z',
  is_open: false,
  hosts: [host(1, 'nothing'), host(2, 'nothing')],
  verdict: null,
  keys: [],
  ...fields,
});
const verdict = (state: ConnectionState, fields: Partial<NonNullable<ConnectionCheck['verdict']>> = {}) => ({
  ...{ state, why: null, lists: [], failed_before: false, hidden_lists: [] },
  ...fields,
});
const doctor = (check: ConnectionCheck | null) => ok({ own_address: ADDRESS, has_key: true, check });

const ASKED = checkOf({ is_open: true, hosts: [host(1, 'nothing'), host(2, 'waiting', { rspamd: null })] });
const WATCHED = checkOf({ is_open: true });
const story = (
  get: StubAnswer | [StubAnswer, ...StubAnswer[]],
  post: StubAnswer = doctor(ASKED),
  asker: Asker = 'owner',
) => {
  const path = `/${asker === 'admin' ? 'admin' : 'account'}/api/doctor`;
  return (
    <StubServer answers={{ [`GET ${path}`]: get, [`POST ${path}`]: post }}>
      <div className="max-w-measure">
        <Doctor asker={asker} />
      </div>
    </StubServer>
  );
};
const ended = (state: ConnectionState, hosts: CheckedHost[], more: Parameters<typeof verdict>[1] = {}) =>
  story(doctor(checkOf({ hosts, verdict: verdict(state, more) })));

export const Loading = () => story('waiting');
export const Failed = () => story(refused(503, 'unavailable', 'The service is not available right now.'));
export const NotAsked = () => story(doctor(null));
export const WithoutKey = () => story(ok({ own_address: ADDRESS, has_key: false, check: null }));
export const Limited = () =>
  story(
    doctor(null),
    refused(429, 'rate_limited', 'Too many attempts. Please wait a moment and try again.', { retryAfterSeconds: 1800 }),
  );
export const Waiting = () => story(doctor(ASKED));
export const Watched = () => story(doctor(WATCHED));
export const AllSilent = () =>
  story(doctor(checkOf({ is_open: true, hosts: [host(1, 'silent'), host(2, 'old_agent')] })));
export const NoAnswer = () =>
  story(doctor(checkOf({ hosts: [host(1, 'late'), host(2, 'silent'), host(3, 'old_agent')] })));
export const Works = () =>
  ended('works', [host(1, 'works', { checked: 1204, hits: 31 }), host(2, 'nothing')], { lists: ['premium', 'bulk'] });
export const Hidden = () => ended('hidden', [host(1, 'hidden', { checked: 2 })], { hidden_lists: ['bulk'] });
export const WrongKey = () => ended('wrong_key', [host(1, 'wrong_key', { undecrypted: 4 }), host(2, 'nothing')]);
export const Suspended = () => ended('suspended', [host(1, 'suspended', { errors: 4 })], { why: 'billing' });
export const Replaced = () => ended('replaced', [host(1, 'replaced', { errors: 4 })]);
export const OverRate = () => ended('over_rate', [host(1, 'over_rate', { checked: 60, errors: 14 })]);
export const Reached = () => ended('reached', [host(1, 'reached')]);
export const NotLoaded = () => ended('not_loaded', [host(1, 'not_loaded')]);
export const InClear = () => ended('in_clear', [host(1, 'in_clear')]);
export const FailedBefore = () => ended('nothing', [host(1, 'nothing')], { failed_before: true });
export const Idle = () => ended('idle', [host(1, 'idle')]);
export const Nothing = () => ended('nothing', [host(1, 'nothing'), host(2, 'nothing')]);
export const Unknown = () => ended('unknown', [host(1, 'unknown'), host(2, 'unknown')]);
export const ForAdmin = () =>
  story(
    doctor(
      checkOf({
        scope: 'any',
        hosts: [host(1, 'works', { checked: 8 })],
        verdict: verdict('works'),
        keys: [
          { key_id: '8ywinfgfqgb7b', description: 'Acme mx', state: 'on' },
          { key_id: 'kp764mjri41eb', description: null, state: 'unknown' },
        ],
      }),
    ),
    doctor(null),
    'admin',
  );
