import { errors, Provider } from 'oidc-provider';
import type { Person } from './account.ts';
import { type ArtifactKey, type ArtifactRow, replaceArtifact, type Stored, upsertArtifacts } from './artifacts.ts';
import { run } from './run.ts';

/**
 * What one request has read in advance, and what it is going to write: a token request would make seven statements, each
 * of which waits for the one before (P5).
 */
type Memory = {
  /** by the key of their row; null: there is none */
  grants: Map<string, Stored | null>;
  /** by id; null: deleted or blocked */
  people: Map<string, Person | null>;
  writes: ArtifactRow[];
  /** the refresh token that they come in place of */
  used: ArtifactKey | null;
};

const memories = new WeakMap<object, Memory>();

/** The memory of the request that is being answered; undefined outside of one. */
export function requestMemory(): Memory | undefined {
  const ctx = Provider.ctx;
  if (!ctx) return undefined;
  const known = memories.get(ctx);
  if (known) return known;
  const memory: Memory = { grants: new Map(), people: new Map(), writes: [], used: null };
  memories.set(ctx, memory);
  return memory;
}

/**
 * Writes what a request has kept back, all or none, before its answer leaves. Throws InvalidGrant when the refresh token
 * was used by another request meanwhile: of any number one succeeds (S71), and no crash leaves a client with neither.
 */
export async function flushWrites(ctx: object): Promise<void> {
  const { writes = [], used = null } = memories.get(ctx) ?? {};
  memories.delete(ctx);
  if (!writes.length) return;
  const { count } = await run(used ? replaceArtifact(used, writes) : upsertArtifacts(writes));
  if (!count) throw new errors.InvalidGrant('already used');
}
