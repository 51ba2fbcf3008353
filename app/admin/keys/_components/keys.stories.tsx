import { StubScreen } from '#components/stories/stub-screen.tsx';
import { KEY, ok, refused, type StubAnswer, type StubAnswers } from '#components/stories/stub-server.tsx';
import type { FuzzyKeyRow } from '#lib/fuzzy-keys/views.ts';
import type { UsageRowView } from '#lib/usage/views.ts';
import { GenerateKeyButton } from './dialogs/generate-key-button.tsx';
import { KeysScreen } from './list/keys-screen.tsx';
import { RefreshKeys } from './list/refresh-keys.tsx';

export default { title: 'admin/Keys' };

const PATH = '/admin/api/fuzzy-keys';
const AT = '2026-01-15T08:30:00.000Z';
const NO_OVERVIEW = '?overview=false';

const row = (id: number, description: string, changes: Partial<FuzzyKeyRow> = {}): FuzzyKeyRow => ({
  id,
  version: 1,
  description,
  public_key: KEY,
  key_id: `key${id}`,
  email: null,
  user_id: null,
  rank: 20,
  quantity: 1,
  rate: null,
  deleted: false,
  state: 'on',
  type: 'manual',
  is_external: false,
  is_owner_blocked: false,
  subscription_status: null,
  plan: null,
  requests: null,
  networks: 1,
  daily_limit: null,
  created_at: AT,
  deleted_at: null,
  last_used_at: null,
  works_until: null,
  replaced_by: null,
  ...changes,
});
const rank = (emoji: string, description: string) => ({ emoji, description, ratelimit: { rate: 1 } });
const RANKS = ok({ ranks: { 0: rank('∞', 'No limits'), 20: rank('🌱', 'Light'), 90: rank('👑', 'Premium') } });
const COUNTS = { total: 1234, with_email: 5, stripe: 4, manual: 3, deleted: 2 };
const list = (...keys: FuzzyKeyRow[]) =>
  ok({ keys, total: keys.length, total_is_capped: false, next_cursor: null, counts: COUNTS });
const failure = refused(500, 'internal', 'Something went wrong.');

const KEYS = [
  row(1, 'new'),
  row(2, 'Stripe sub_1', {
    ...{ type: 'stripe', email: 'ada@example.com', user_id: 'u', quantity: 3, rank: 90 },
    ...{ plan: 'starter', requests: 76_600, daily_limit: 60_000 },
  }),
  row(3, 'mailed', { type: 'user', email: 'ada@example.com', requests: 41_999, daily_limit: 60_000 }),
  row(4, 'external', { is_external: true, requests: 1_234_000, networks: 14 }),
  row(5, 'off', { state: 'suspended', is_owner_blocked: true }),
  row(7, 'left', { state: 'suspended' }),
  row(6, 'old', { replaced_by: 'new', works_until: AT }),
];

const story = (answers: StubAnswers, search = NO_OVERVIEW) => (
  <StubScreen
    answers={{
      [`GET ${PATH}`]: list(row(1, 'One')),
      [`GET ${PATH}/ranks`]: RANKS,
      'GET /admin/api/views': ok({ views: [] }),
      ...answers,
    }}
    search={search}
  >
    <RefreshKeys />
    <GenerateKeyButton />
    <KeysScreen />
  </StubScreen>
);
const writes = (path: string, ...answers: [StubAnswer, ...StubAnswer[]]): StubAnswers => ({
  [`POST ${path}`]: answers,
});

export const Loading = () => story({ [`GET ${PATH}`]: 'waiting' });
export const Failed = () => story({ [`GET ${PATH}`]: [failure, list(row(1, 'One')), list(row(2, 'Later'))] });
export const Empty = () => story({ [`GET ${PATH}`]: list() });
export const NoMatch = () => story({ [`GET ${PATH}`]: [list(), list(row(1, 'One'))] }, `${NO_OVERVIEW}&rank=90`);
export const RefreshFailed = () => story({ [`GET ${PATH}`]: [list(row(1, 'One')), failure, list(row(1, 'One'))] });
export const Full = () => story({ [`GET ${PATH}`]: list(...KEYS) });
export const Deleted = () => {
  const gone = { deleted: true, state: 'deleted', deleted_at: AT } as const;
  const ended = row(1, 'ended', { ...gone, subscription_status: 'canceled' });
  return story(
    {
      [`GET ${PATH}`]: list(ended, row(2, 'gone', gone), row(3, 'rotated', { ...gone, replaced_by: 'new' })),
      ...writes(
        `${PATH}/undelete`,
        failure,
        ok({ status: 'ok', fuzzy_key: ended, notice: 'It works until billing hears of that subscription.' }),
      ),
    },
    `${NO_OVERVIEW}&deleted=true`,
  );
};
export const WithoutPublicKey = () => story({ [`GET ${PATH}`]: list(row(1, 'One', { public_key: '' })) });
export const MissingInNameMap = () => story({ 'GET /admin/namemap': ok({}) });

export const Generating = () =>
  story(
    writes(
      `${PATH}/generate`,
      refused(409, 'conflict', 'Please correct the marked fields.', {
        fields: { description: 'This description is already taken.' },
      }),
      ok({ status: 'ok', key: KEY, fuzzy_key: row(9, 'Made') }),
    ),
  );

const found = (...emails: string[]) =>
  ok({ users: emails.map((email) => ({ id: `id of ${email}`, email })), next_cursor: null });
const changed = (changes: Partial<FuzzyKeyRow>) => ok({ status: 'ok', fuzzy_key: row(1, 'One', changes) });
export const Editing = () =>
  story({
    ...writes(`${PATH}/set-email`, changed({ email: 'ada@example.com', version: 2 })),
    ...writes(`${PATH}/set-rank`, failure, changed({ email: 'ada@example.com', rank: 90, version: 3 })),
  });
/** The reload of the list never ends. */
export const Reloading = () =>
  story({
    [`GET ${PATH}`]: [list(row(1, 'One')), 'waiting'],
    ...writes(`${PATH}/set-rank`, changed({ rank: 90, version: 2 })),
    ...writes(
      `${PATH}/rotate`,
      ok({ status: 'ok', key: KEY, fuzzy_key: row(1, 'One', { version: 3 }), old_key: row(2, 'Old') }),
    ),
    ...writes('/admin/api/assign-key', changed({ user_id: 'u', email: 'ada@example.com', version: 4 })),
    'GET /admin/api/users': found('ada@example.com'),
  });
/** Another admin has changed the rank since the list was loaded. */
export const Stale = () => {
  const fresh = row(1, 'One', { rank: 90, version: 2 });
  return story({
    ...writes(`${PATH}/set-email`, refused(409, 'conflict', 'Changed.'), changed({ email: 'mine@example.com' })),
    ...writes(`${PATH}/search`, ok({ status: 'ok', keys: [fresh] })),
  });
};

export const Deleting = () =>
  story({
    [`GET ${PATH}`]: [list(row(1, 'One')), list(row(1, 'One')), list(), list(row(1, 'One'))],
    ...writes(`${PATH}/delete`, failure, changed({ deleted: true })),
    ...writes(`${PATH}/undelete`, ok({ status: 'ok', fuzzy_key: row(1, 'One'), notice: null })),
  });
export const DeletingRotated = () =>
  story({
    [`GET ${PATH}`]: list(row(1, 'One', { replaced_by: 'Two', works_until: AT })),
    ...writes(`${PATH}/delete`, changed({ deleted: true })),
  });
/** A key of a subscriber, with requests. */
export const DeletingInUse = () =>
  story({
    [`GET ${PATH}`]: list(
      row(1, 'One', {
        email: 'ada@example.com',
        plan: 'starter',
        subscription_status: 'active',
        requests: 12_345,
        daily_limit: 60_000,
      }),
    ),
    ...writes(`${PATH}/delete`, changed({ deleted: true })),
    ...writes(`${PATH}/undelete`, ok({ status: 'ok', fuzzy_key: row(1, 'One'), notice: null })),
  });
/** The login is older than ten minutes. */
export const NotFresh = () =>
  story({
    ...writes(
      `${PATH}/delete`,
      refused(403, 'reauthentication_required', 'Please log in again.'),
      changed({ deleted: true }),
    ),
    'POST /login/again': ok({ status: 'ok' }),
    'GET /userstatus': ok({ email: 'me@example.com' }),
  });
export const Rotating = () =>
  story(
    writes(
      `${PATH}/rotate`,
      failure,
      ok({ status: 'ok', key: KEY, fuzzy_key: row(1, 'One'), old_key: row(2, 'One (old key)') }),
    ),
  );

export const Assigning = () =>
  story({
    'GET /admin/api/users': [found('ada@example.com', 'owner@example.com'), found(), found('owner@example.com')],
    ...writes('/admin/api/assign-key', failure, changed({ user_id: 'u' })),
  });

const usage = (id: number, changes: Partial<UsageRowView> = {}): UsageRowView => ({
  description: `Key ${id}`,
  key_id: `key${id}`,
  limit: 1000,
  limit_source: 'key',
  limit_rate: 0.011574,
  quantity: 1,
  daily_series: [],
  last_day: null,
  average_7_day: null,
  is_over_limit: false,
  overage: 0,
  error: null,
  ...changes,
});
const ids = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const overview = (...rows: UsageRowView[]) => ok({ buckets: [AT], rows });
const ranking = (count: number): StubAnswers => ({
  [`GET ${PATH}`]: list(...ids(1, count).map((id) => row(id, `Key ${id}`))),
  'GET /admin/api/usage/ranking': ok({
    keys: ids(1, count).map((id) => ({
      ...{ description: `Key ${id}`, key_id: `key${id}` },
      user_id: id === 2 ? null : `00000000-0000-4000-8000-0000000000${10 + id}`,
    })),
    next_cursor: null,
  }),
});
const OVERVIEW = 'GET /admin/api/usage/overview';

export const UsageLoading = () =>
  story({ ...ranking(12), [OVERVIEW]: [overview(...ids(1, 5).map((id) => usage(id))), 'waiting'] }, '');
export const UsageOfTwelve = () =>
  story(
    {
      ...ranking(12),
      [OVERVIEW]: [
        overview(...ids(1, 5).map((id) => usage(id))),
        overview(...ids(6, 10).map((id) => usage(id))),
        overview(...ids(11, 12).map((id) => usage(id))),
        overview(...ids(1, 5).map((id) => usage(id))),
        overview(...ids(6, 10).map((id) => usage(id))),
        overview(...ids(11, 12).map((id) => usage(id))),
      ],
    },
    '',
  );
export const UsageStates = () =>
  story(
    {
      ...ranking(4),
      [OVERVIEW]: overview(
        usage(1, { daily_series: [900], last_day: 900, average_7_day: 900 }),
        usage(2, { daily_series: [1500], last_day: 1500, average_7_day: 1000, is_over_limit: true, overage: 500 }),
        usage(3, {
          daily_series: [7],
          last_day: 7,
          average_7_day: 7,
          limit: null,
          limit_source: 'none',
          limit_rate: null,
        }),
        usage(4),
      ),
    },
    '',
  );
/** At first all requests fail. On Retry the first five keys fail again and the sixth is unknown. Then all keys load. */
export const UsageFailed = () =>
  story(
    {
      ...ranking(6),
      [OVERVIEW]: [
        ...([failure, failure, failure] as const),
        overview(usage(6, { description: null, error: 'This key does not exist.' })),
        overview(...ids(1, 5).map((id) => usage(id))),
        overview(usage(6)),
      ],
    },
    '',
  );

const GRAPH = 'GET /admin/usagegraph/key1/24h';
const graph = (...data: (number | null)[]) =>
  ok({
    One: {
      series: ['checked', 'hits', 'errors'].map((name) => ({ name, data })),
      legend: { selected: {} },
      xAxis: { data: data.map(() => AT) },
    },
  });
const usageOf = (answers: StubAnswers) =>
  story({ 'GET /admin/namemap': ok({ One: 'key1' }), ...answers }, `${NO_OVERVIEW}&usage=One`);
const SERVERS = ok({
  servers: [
    { id: 0, name: 'aggregate' },
    { id: 1, name: 'fuzzy1' },
  ],
});

export const DialogFailed = () =>
  usageOf({
    'GET /admin/api/servers': [failure, SERVERS],
    [GRAPH]: [failure, graph(null)],
    [OVERVIEW]: [failure, overview(usage(1))],
  });
/** A key without an owner that may be shared. */
export const DialogManyNetworks = () =>
  usageOf({
    'GET /admin/api/servers': SERVERS,
    [GRAPH]: graph(null),
    [OVERVIEW]: overview(usage(1)),
    [`GET ${PATH}`]: list(row(1, 'One', { networks: 14 })),
    [`GET ${PATH}/networks`]: ok({
      networks: [
        { id: 'a1b2c3d4', first_seen_at: AT, last_seen_at: AT, share: 0.6 },
        { id: 'e5f6a7b8', first_seen_at: AT, last_seen_at: AT, share: null },
      ],
    }),
  });
export const DialogOverLimit = () =>
  usageOf({
    'GET /admin/api/servers': SERVERS,
    [GRAPH]: graph(null),
    [OVERVIEW]: overview(
      usage(1, { daily_series: [1237], last_day: 1237, average_7_day: 1237, is_over_limit: true, overage: 237 }),
    ),
  });
