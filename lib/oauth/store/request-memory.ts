import { errors, Provider } from 'oidc-provider';
import {
  replaceArtifact,
  upsertArtifacts,
  type ArtifactKey,
  type ArtifactRow,
  type Person,
  type Stored,
  type StoredToken,
} from './oidc-rows.ts';
import type { AccountRole } from '#lib/base/context.ts';
import type { Entitlement } from '#lib/billing/entitlement.ts';
import { write } from './prepared-query.ts';

/**
 * Rows that one request has read in advance, and rows that it will write. Without this memory, a token request would
 * run seven statements, one after the other (P5).
 */
export type Memory = {
  /** grants by the key of their row; null if there is no row */
  grants: Map<string, Stored | null>;
  /** users by id; null if deleted or blocked */
  people: Map<string, Person | null>;
  /** tokens and codes of all kinds by the key of their rows */
  tokens: Map<string, Promise<StoredToken[]>>;
  /** what users have and are in the account of the grant, by user id */
  standings: Map<string, Promise<Standing>>;
  writes: ArtifactRow[];
  /** the refresh token that `writes` replace */
  used: ArtifactKey | null;
};

/** The entitlement of the account that a grant is about, and what the person is in it; nulls if they left it. */
export type Standing = { entitlement: Entitlement | null; role: AccountRole | null };

const memories = new WeakMap<object, Memory>();

/** The memory of the current request; undefined outside a request. */
export function requestMemory(): Memory | undefined {
  const ctx = Provider.ctx;
  if (!ctx) return undefined;
  const known = memories.get(ctx);
  if (known) return known;
  const memory: Memory = {
    ...{ grants: new Map(), people: new Map(), tokens: new Map(), standings: new Map() },
    ...{ writes: [], used: null },
  };
  memories.set(ctx, memory);
  return memory;
}

/**
 * Writes what a request has collected, all or none, before its answer leaves. Throws InvalidGrant if another request
 * has used the refresh token: one of them succeeds (S71), and a crash leaves the client with the old token or the new
 * one.
 */
export async function flushWrites(ctx: object): Promise<void> {
  const { writes = [], used = null } = memories.get(ctx) ?? {};
  memories.delete(ctx);
  if (!writes.length) return;
  const count = await write(used ? replaceArtifact(used, writes) : upsertArtifacts(writes));
  if (!count) throw new errors.InvalidGrant('already used');
}
