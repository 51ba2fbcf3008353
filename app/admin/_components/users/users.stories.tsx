import { StubScreen } from '#components/stories/stub-screen.tsx';
import { KEY, ok, refused, REQUEST_ID, type StubAnswer, type StubAnswers } from '#components/stories/stub-server.tsx';
import type { AdminSubscriptionView, AdminUserDetailView, AdminUserRow, AdminUserView } from '#lib/users/views.ts';
import { RefreshButton } from '../frame/refresh-button.tsx';
import { CreateUserButton } from './dialogs/create-user-button.tsx';
import { USERS } from './list/users-list.ts';
import { UsersScreen } from './list/users-screen.tsx';

export default { title: 'admin/Users' };

const PATH = '/admin/api/users';
const idOf = (number: number) => `0197a000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const limits = { daily_limit: null, is_blocked: false, custom_key: null, notes: null };

type Changes = Partial<Omit<AdminUserRow, 'custom_limits'>> & { limits?: Partial<AdminUserView['custom_limits']> };
const user = (number: number, email: string | null, { limits: own, ...changes }: Changes = {}): AdminUserRow => ({
  id: idOf(number),
  email,
  email_verified: email !== null,
  is_admin: false,
  country: 'DE',
  has_stripe: false,
  custom_limits: { ...limits, ...own },
  subscriptions: [],
  plan: null,
  version: 1,
  has_password: true,
  has_two_factor: false,
  blocked_at: own?.is_blocked ? '2026-01-15T08:30:00.000Z' : null,
  created_at: '2026-01-15T08:30:00.000Z',
  last_seen_at: null,
  usage: null,
  ...changes,
});
const subscription = (changes: Partial<AdminSubscriptionView>): AdminSubscriptionView => ({
  stripe_subscription_id: null,
  stripe_subscription_status: null,
  stripe_product_id: null,
  stripe_quantity: null,
  public_key: null,
  product: null,
  cancel_at: null,
  quantity: 1,
  key_description: null,
  key_state: null,
  is_external: false,
  ...changes,
});
const bought = (status: string) =>
  subscription({
    stripe_subscription_id: `sub_${status}`,
    stripe_subscription_status: status,
    product: 'Personal usage',
    quantity: 2,
  });

const planOf = (status: string): AdminUserRow['plan'] => ({
  product: 'Personal usage',
  status,
  quantity: 2,
  public_key: null,
  cancel_at: null,
  others: 0,
});
const GIVEN: AdminUserRow['plan'] = {
  product: null,
  status: 'active',
  quantity: 1,
  public_key: KEY,
  cancel_at: null,
  others: 0,
};

const ADA = user(1, 'ada@example.com', { limits: { notes: 'old', daily_limit: 5 } });
const BOB = user(6, 'bob@example.com');
const ROWS = [
  user(2, 'manual@example.com', {
    limits: { daily_limit: 50_000 },
    subscriptions: [subscription({ public_key: KEY, key_state: 'on' })],
    plan: GIVEN,
    usage: { requests: 63_500, daily_limit: 50_000 },
    last_seen_at: '2026-01-16T09:45:00.000Z',
  }),
  user(3, 'blocked@example.com', { email_verified: false, limits: { is_blocked: true } }),
  user(4, 'past-due@example.com', {
    is_admin: true,
    has_stripe: true,
    subscriptions: [bought('past_due')],
    plan: planOf('past_due'),
  }),
  user(5, null, { subscriptions: [bought('canceled')], plan: planOf('canceled') }),
];
const COUNTS = { total: 1234, active_subscriptions: 7, admins: 2, blocked: 1 };
const list = (users: AdminUserRow[], more: object = {}) =>
  ok({ users, total: users.length, total_is_capped: false, next_cursor: null, counts: COUNTS, ...more });

const story = (answers: StubAnswers, search?: string) => (
  <StubScreen
    answers={{ [`GET ${PATH}`]: list([ADA]), 'GET /admin/api/views': ok({ views: [] }), ...answers }}
    search={search}
  >
    <CreateUserButton />
    <RefreshButton queryKey={USERS} />
    <UsersScreen />
  </StubScreen>
);
const shows = (answer: StubAnswer | [StubAnswer, ...StubAnswer[]], search?: string) =>
  story({ [`GET ${PATH}`]: answer }, search);
const failure = refused(500, 'internal', 'Something went wrong.');

export const Loading = () => shows('waiting');
export const Failed = () => shows([failure, list([ADA])]);
export const Empty = () => shows(list([], { counts: { total: 0, active_subscriptions: 0, admins: 0, blocked: 0 } }));
export const NoMatch = () => shows([list([]), list([ADA])], '?search=nobody&status=blocked');
export const RefreshFailed = () => shows([list([ADA]), failure, list([ADA])]);
export const Full = () => shows(list(ROWS));
export const Leaving = () =>
  shows(
    list([
      user(7, 'leaving@example.com', {
        has_stripe: true,
        subscriptions: [bought('active')],
        plan: { ...GIVEN, product: 'Personal usage', quantity: 2, cancel_at: '2026-12-27T00:00:00.000Z' },
      }),
    ]),
  );
export const Capped = () => shows(list([ADA], { total: 1000, total_is_capped: true, next_cursor: 'next' }));
export const Filtered = () => shows(list([ADA]), '?status=blocked&sort=email');

const DETAIL: AdminUserDetailView = {
  user: {
    ...ADA,
    has_stripe: true,
    subscriptions: [bought('active')],
    custom_limits: { ...limits, notes: '<b>late</b>' },
  },
  stripe_customer_id: 'cus_ada',
  stripe_urls: {},
  set_by_admin: {},
  keys: [],
  networks: {},
  sessions: { count: 2, last: { device: 'Firefox', ip: '192.0.2.7', last_seen_at: '2026-01-15T08:30:00.000Z' } },
  two_factor: { totp: false, passkeys: 1 },
  connected_apps: 0,
  accounts: [
    {
      ...{ id: ADA.id, name: ADA.email ?? '', role: 'owner', stripe_customer_id: 'cus_ada' },
      members: [
        {
          ...{ user_id: ADA.id, email: ADA.email, role: 'owner', since: ADA.created_at, two_factor: false },
          admin_reason: null,
        },
      ],
    },
  ],
};
export const Panel = () => story({ [`GET ${PATH}/${ADA.id}`]: ok(DETAIL) }, `?user=${ADA.id}`);
export const PanelSetByAdmin = () =>
  story(
    {
      [`GET ${PATH}/${ADA.id}`]: [ok({ ...DETAIL, set_by_admin: { sub_active: ['rank', 'quantity'] } }), ok(DETAIL)],
      'POST /admin/api/billing/apply-plan': [failure, ok({ status: 'ok' })],
    },
    `?user=${ADA.id}`,
  );
/** Two users, and the details of both. */
export const Walking = () =>
  story({
    [`GET ${PATH}`]: list([ADA, BOB]),
    [`GET ${PATH}/${ADA.id}`]: ok(DETAIL),
    [`GET ${PATH}/${BOB.id}`]: ok({ ...DETAIL, user: BOB }),
  });
export const PanelOfUnknownUser = () =>
  story({ [`GET ${PATH}/${ADA.id}`]: refused(404, 'not_found', 'This user does not exist.') }, `?user=${ADA.id}`);

const FREE_KEY = {
  public_key: KEY,
  description: 'Free key',
  rank: 20,
  email: null,
  is_suspended: true,
  created_at: 1_700_000_000,
};
const created = (email: string) => ok({ status: 'ok', user: user(9, email), key: KEY });
export const Creating = () => story({ 'POST /admin/api/manual-users': created('new@example.com') });
export const CreatingFromKey = () =>
  story({
    'GET /admin/api/unassociated-keys': [
      failure,
      ok({ keys: [FREE_KEY], total: 1, total_is_capped: false, next_cursor: null }),
    ],
    'POST /admin/api/users/from-key': created('known@example.com'),
  });
export const NotCreated = () =>
  story({
    'POST /admin/api/manual-users': [
      refused(422, 'invalid', 'Please correct the marked fields.', {
        fields: { custom_key: 'This is not a public key: 52 characters are needed.' },
      }),
      refused(422, 'weak_password', 'Please correct the marked fields.', {
        fields: { password: 'This password is easy to guess.' },
      }),
      refused(409, 'conflict', 'Please correct the marked fields.', {
        fields: { email: 'This address belongs to another user.' },
      }),
    ],
  });

const saved = ok({ status: 'ok', user: ADA });
export const Editing = () => story({ [`PUT ${PATH}`]: saved });
/** The reload of list and panel never ends. */
const reloading = (search?: string) => {
  const custom_limits = { ...ADA.custom_limits, notes: 'first' };
  return story(
    {
      [`GET ${PATH}`]: [list([ADA]), 'waiting'],
      [`GET ${PATH}/${ADA.id}`]: [ok(DETAIL), 'waiting'],
      [`PUT ${PATH}`]: ok({ status: 'ok', user: { ...ADA, custom_limits, version: 2 } }),
    },
    search,
  );
};
export const Reloading = () => reloading();
export const ReloadingPanel = () => reloading(`?user=${ADA.id}`);
export const NotFresh = () =>
  story({
    [`PUT ${PATH}`]: [
      refused(403, 'reauthentication_required', 'Please log in again.'),
      refused(403, 'reauthentication_required', 'Please log in again.'),
      saved,
    ],
    'POST /login/again': ok({ status: 'ok' }),
    'GET /userstatus': ok({ email: 'me@example.com' }),
  });
export const NotSaved = () => story({ [`PUT ${PATH}`]: refused(409, 'conflict', 'The last admin must stay.') });
/** Another admin has changed the notes and the limit since the list was loaded. */
export const Stale = () => {
  const fresh = { ...ADA, custom_limits: { ...ADA.custom_limits, notes: 'theirs', daily_limit: 7 }, version: 2 };
  const conflict = { error: 'Changed.', code: 'conflict', request_id: REQUEST_ID, user: fresh };
  return story({ [`PUT ${PATH}`]: [{ status: 409, body: conflict }, ok({ status: 'ok', user: fresh })] });
};

export const Deleting = () =>
  story({
    [`GET ${PATH}`]: [list([ADA]), list([])],
    [`DELETE ${PATH}/${ADA.id}`]: ok({ status: 'ok', associated_keys: ['one', 'two'], suspended_keys: [] }),
  });
/** One user with a manual key, one who is blocked. */
export const DeletingHolder = () =>
  story({
    [`GET ${PATH}`]: list([
      user(2, 'manual@example.com', {
        subscriptions: [subscription({ public_key: KEY, key_state: 'on' })],
        plan: GIVEN,
      }),
      user(3, 'blocked@example.com', {
        limits: { is_blocked: true },
        subscriptions: [{ ...bought('canceled'), key_state: 'suspended' }],
        plan: planOf('canceled'),
      }),
    ]),
    [`DELETE ${PATH}/${idOf(3)}`]: ok({
      ...{ status: 'ok', associated_keys: ['Manual one', 'Manual two'] },
      suspended_keys: ['Manual one', 'Manual two'],
    }),
  });
export const DeletingNameless = () =>
  story({
    [`GET ${PATH}`]: list([user(1, null)]),
    [`DELETE ${PATH}/${ADA.id}`]: ok({ status: 'ok', associated_keys: [], suspended_keys: [] }),
  });
export const NotDeleted = () =>
  story({ [`DELETE ${PATH}/${ADA.id}`]: refused(409, 'conflict', 'You cannot delete yourself here.') });

const named = (number: number, email: string) => ({ id: idOf(number), email });
const charged = [{ product: 'Personal usage', quantity: 2 }];
const block = (dry_run: boolean) =>
  ok({
    dry_run,
    changed: [
      { ...named(2, 'manual@example.com'), charged: [] },
      { ...named(4, 'past-due@example.com'), charged },
    ],
    unchanged: [named(3, 'blocked@example.com')],
    refused: [{ ...named(5, 'me@example.com'), reason: 'You cannot block yourself.' }],
  });
export const Blocking = () =>
  story({ [`GET ${PATH}`]: list(ROWS), [`POST ${PATH}/block`]: [block(true), block(false), block(false)] });
export const NothingToBlock = () =>
  story({
    [`POST ${PATH}/block`]: ok({ dry_run: true, changed: [], unchanged: [named(1, 'ada@example.com')], refused: [] }),
  });
