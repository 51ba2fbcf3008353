import type { Prisma } from '#lib/db.ts';
import type { FuzzyKeyView, KeyState } from './schema.ts';

/** What a view of a key needs. */
export const fuzzyKeyFields = {
  id: true,
  description: true,
  publicKey: true,
  keyId: true,
  rankId: true,
  quantity: true,
  rate: true,
  forbiddenFlags: true,
  email: true,
  userId: true,
  subscriptionId: true,
  suspendedAt: true,
  deletedAt: true,
  privateKeySealed: true,
  version: true,
  createdAt: true,
} satisfies Prisma.FuzzyKeySelect;

type FuzzyKeyRow = Prisma.FuzzyKeyGetPayload<{ select: typeof fuzzyKeyFields }>;

/** A row as the world sees it: without the private half. */
export function toFuzzyKeyView(row: FuzzyKeyRow): FuzzyKeyView {
  const { rankId, suspendedAt: _suspended, deletedAt: _deleted, privateKeySealed, ...rest } = row;
  return { ...rest, rank: rankId, state: keyState(row), isExternal: privateKeySealed === null };
}

/** Deleted wins over suspended. */
export const keyState = (row: { deletedAt: Date | null; suspendedAt: Date | null }): KeyState =>
  row.deletedAt ? 'deleted' : row.suspendedAt ? 'suspended' : 'on';
