import { may, type Permission, type Role } from '#lib/accounts/roles.ts';

/** Kinds of callers: a visitor, a user without a plan, a user whom an admin has blocked, an admin, a storage server. */
export const CALLERS = ['anonymous', 'subscriber', 'blocked', 'admin', 'server'] as const;
export type Caller = (typeof CALLERS)[number];

/** The members of an account besides its owner, who is the subscriber above. */
export const MEMBER_ROLES = ['billing', 'technical', 'viewer'] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

export type Row = {
  /** type of the empty body that is sent; access is checked before the body */
  body?: 'json' | 'form';
  path?: string;
  expect: Record<Caller, number | string>;
};

export const anyone = (outcome: number | string): Row['expect'] => ({
  anonymous: outcome,
  subscriber: outcome,
  blocked: outcome,
  admin: outcome,
  server: outcome,
});
/** `outcome` if logged in, else `otherwise`: a blocked user's session is void, and a storage server has no session. */
export const signedIn = (outcome: number | string, otherwise: number | string): Row['expect'] => ({
  ...anyone(otherwise),
  subscriber: outcome,
  admin: outcome,
});

/** An endpoint for admins: 401 without a login, 403 for other users. */
export const adminOnly = (outcome: number | string): Row['expect'] => ({ ...signedIn(403, 401), admin: outcome });

/** An id without a row. */
export const NO_ID = '00000000-0000-7000-8000-000000000000';

/** What a member of an account gets in a role: what its owner gets, or 403 if the role lacks what is needed. */
export const expectedOf = (row: Row, need: Permission | 'self', role: Role): number | string =>
  need === 'self' || may(role, need) ? row.expect.subscriber : 403;
