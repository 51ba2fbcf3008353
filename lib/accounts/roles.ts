import { z } from 'zod';

/** What a person is in an account. */
export const Role = z.enum(['owner', 'billing', 'technical', 'viewer']);
export type Role = z.infer<typeof Role>;

/** The one list of what a role may do. A permission is for the whole account, never for a part of it. */
const PERMISSIONS = {
  /** see the plan, usage, servers and where the account stands; not the key */
  view: ['owner', 'billing', 'technical', 'viewer'],
  /** buy, change and end a plan; invoices and what is printed on them; terms */
  pay: ['owner', 'billing'],
  /** see and rotate the key, set up and name servers, check connections, choose alerts, make usage tokens, report hashes */
  operate: ['owner', 'technical'],
  /** name the account; invite, change and remove members; hand over */
  manage: ['owner'],
} as const satisfies Record<string, readonly Role[]>;
export type Permission = keyof typeof PERMISSIONS;

/** Whether a role may do what needs this permission. */
export const may = (role: Role, permission: Permission): boolean =>
  (PERMISSIONS[permission] as readonly Role[]).includes(role);

/** What a role may do, after "you may". */
export const MAY: Readonly<Record<Role, string>> = {
  owner: 'do everything: pay, operate, and manage the members',
  billing: 'see the plan and usage, buy and change plans, and pay, but not see the key',
  technical: 'see usage and the limit, set up servers, and rotate the key, but not pay',
  viewer: 'see usage and the limit, but no key and no invoices',
};

/** The refusal of what a role does not allow. */
export const ROLE_REFUSAL = 'Your role in this account does not allow this. An owner of the account can change it.';

/** The refusal of a login with one factor, where the account requires two. */
export const FACTOR_REFUSAL =
  'This account requires a second factor. Set up an authenticator app or a passkey under Account, log out, and log in with it.';

/**
 * What each page and endpoint needs that acts for an account or its member. `self`: it is about the caller's own login
 * and data, so each member may use it. The access matrix has its members from this list, and fails on a hole.
 */
export const NEEDS: Readonly<Record<string, Permission | 'self'>> = {
  'GET /dashboard': 'view',
  'GET /usage': 'view',
  'GET /userstatus': 'view',
  'GET /usagegraph': 'view',
  'GET /usagegraph/[period]': 'view',
  'GET /usagegraph/test/[period]': 'view',
  'GET /account/api/standing': 'view',
  'GET /account/api/last-request': 'view',
  'GET /account/api/servers': 'view',
  'GET /account/api/usage-alerts': 'view',
  'GET /account/api/members': 'view',

  'GET /account/api/key': 'operate',
  'POST /account/api/key/rotate': 'operate',
  'GET /account/api/setup/[platform]': 'operate',
  'GET /account/api/doctor': 'operate',
  'POST /account/api/doctor': 'operate',
  'PUT /account/api/servers': 'operate',
  'PATCH /account/api/servers/[id]': 'operate',
  'PUT /account/api/usage-alerts': 'operate',
  'GET /account/api/usage-tokens': 'operate',
  'POST /account/api/usage-tokens': 'operate',
  'DELETE /account/api/usage-tokens/[id]': 'operate',

  'GET /reports': 'operate',
  'GET /account/api/reports': 'operate',
  'POST /account/api/reports': 'operate',
  'POST /account/api/reports/[id]/answer': 'operate',
  'POST /account/api/reports/look-up': 'operate',
  'GET /account/api/reports/look-ups/[id]': 'operate',

  'GET /plan': 'pay',
  'GET /buy': 'pay',
  'GET /buy/choose': 'pay',
  'GET /buy/details': 'pay',
  'POST /buy/form': 'pay',
  'POST /buy/details/form': 'pay',
  'GET /billing': 'pay',
  'GET /billing/back': 'pay',
  'GET /billing/return': 'pay',
  'GET /account/api/billing': 'pay',
  'GET /account/api/billing/plan': 'pay',
  'GET /account/api/billing/preview': 'pay',
  'POST /account/api/billing/change': 'pay',
  'DELETE /account/api/billing/change': 'pay',
  'POST /account/api/billing/cancel': 'pay',
  'POST /account/api/billing/resume': 'pay',
  'POST /account/api/billing/withdraw': 'pay',
  'GET /account/api/billing/buyer': 'pay',
  'POST /account/api/billing/buyer': 'pay',
  'PUT /account/api/billing/buyer': 'pay',
  'GET /account/api/agreements': 'pay',
  'POST /dpa/form': 'pay',

  'POST /account/api/invitations': 'manage',
  'DELETE /account/api/invitations/[id]': 'manage',
  'PUT /account/api/account-name': 'manage',
  'PUT /account/api/second-factor': 'manage',
  'PATCH /account/api/members/[id]': 'manage',
  'DELETE /account/api/members/[id]': 'manage',

  'DELETE /account/api/membership': 'self',
  'POST /account/api/invitations/accept': 'self',
  'GET /account/api/accounts': 'self',
  'PUT /account/api/accounts': 'self',
  'GET /join': 'self',

  'GET /account': 'self',
  'GET /account/api/export': 'self',
  'DELETE /account/api': 'self',
  'GET /account/api/sessions': 'self',
  'DELETE /account/api/sessions': 'self',
  'DELETE /account/api/sessions/[id]': 'self',
  'GET /account/api/logins': 'self',
  'POST /login/again': 'self',
  'POST /change/password': 'self',
  'GET /account/api/email': 'self',
  'POST /change/email': 'self',
  'DELETE /account/api/email': 'self',
  'POST /change/email/confirm': 'self',
  'GET /account/api/two-factor': 'self',
  'POST /account/api/two-factor/start': 'self',
  'POST /account/api/two-factor/enable': 'self',
  'POST /account/api/two-factor/disable': 'self',
  'POST /account/api/two-factor/recovery-codes': 'self',
  'GET /account/api/passkeys': 'self',
  'POST /account/api/passkeys': 'self',
  'POST /account/api/passkeys/options': 'self',
  'PATCH /account/api/passkeys/[id]': 'self',
  'DELETE /account/api/passkeys/[id]': 'self',
  'GET /account/api/connected-apps': 'self',
  'DELETE /account/api/connected-apps/[id]': 'self',
  'GET /oauth2/clients/[id]': 'self',
  'GET /oauth2/device': 'self',
  'POST /oauth2/device': 'self',
};

const PATTERNS = Object.entries(NEEDS).map(([name, need]) => {
  const [method = '', path = ''] = name.split(' ');
  return { method, path: new RegExp(`^${path.replaceAll(/\[\w+\]/g, '[^/]+')}$`), need };
});

/** What a request needs that acts for an account; undefined for one that is not in the list. */
const needOf = (method: string, path: string): Permission | 'self' | undefined =>
  PATTERNS.find((one) => one.method === (method === 'HEAD' ? 'GET' : method) && one.path.test(path))?.need;

type Actor = { accountRole: Role; lacksRequiredFactor?: true };

/**
 * Why a member may not send a request; null if they may. What is not in the list acts for no account. Without the second
 * factor that the account requires, only what is about the caller's own login is left.
 */
export function refusalOf(
  { accountRole: role, lacksRequiredFactor }: Actor,
  method: string,
  path: string,
): string | null {
  const need = needOf(method, path);
  const isOwn = need === undefined || need === 'self';
  if (!isOwn && !may(role, need)) return ROLE_REFUSAL;
  return lacksRequiredFactor && (!isOwn || BEYOND_LOGIN.includes(path)) ? FACTOR_REFUSAL : null;
}

/** They reach beyond the login: to what the account has, and to its end or that of the membership. */
const BEYOND_LOGIN = ['/account/api/export', '/account/api', '/account/api/membership'];

/** Whether a member in this role may send a request. */
export const admits = (role: Role, method: string, path: string): boolean =>
  refusalOf({ accountRole: role }, method, path) === null;

/** Whether a request is about what the account has, not only about the caller's login. */
export const isOfAccount = (method: string, path: string): boolean =>
  ![undefined, 'self'].includes(needOf(method, path));
