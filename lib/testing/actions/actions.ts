import type { Db } from '#lib/base/db/db.ts';

/** Who acts: a user with a session that is no fresh login. */
export type Me = { id: string; email: string; sessionId: string };
export type Sent = { params?: Record<string, string>; body?: object };

/** One action of an endpoint: what is sent, and whether it asks for a fresh login (S88). */
export type Action = {
  asks: boolean;
  /** why it does not ask, or why it asks although no column of lib/testing/actions/gains.ts changes */
  why: string;
  /** the status after a fresh login, or of an action that does not ask */
  status: number;
  /** columns of the tables of gains.ts, as `table.column`, that it may change with an old login, because `why` */
  changes: string[];
  prepare: (db: Db, me: Me) => Sent | Promise<Sent>;
};
/** The actions of endpoints, by method and path. */
export type Actions = Record<string, Record<string, Action>>;

/** An action that changes owner, address, password, factor, role, key or redirect URI. */
export const asks = (prepare: Action['prepare'], { why = '', status = 200 } = {}): Action => ({
  asks: true,
  why,
  status,
  changes: [],
  prepare,
});

/** An action that changes none of these, because `why`. */
export const free = (
  why: string,
  prepare: Action['prepare'],
  { status = 200, changes = [] }: { status?: number; changes?: string[] } = {},
): Action => ({
  asks: false,
  why,
  status,
  changes,
  prepare,
});
