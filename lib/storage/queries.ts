import type { z } from 'zod';
import type { Admin, Context, System } from '#lib/base/context.ts';
import type { Prisma } from '#lib/base/db/db.ts';
import { TEST_MESSAGE_VERSION } from '#lib/storage/test-message/text.ts';
import { LISTS, SILENT_AFTER_MS, type StorageServerListQuery } from './schema.ts';
import type { StorageServerRow } from './views.ts';

/** The columns that a view of a server needs. */
export const storageServerFields = {
  id: true,
  name: true,
  description: true,
  lastSeenAt: true,
  createdAt: true,
  host: true,
  port: true,
  lists: true,
  weight: true,
  isDraining: true,
  testMessageAt: true,
  testMessageVersion: true,
  testMessageFoundAt: true,
  testMessageError: true,
} satisfies Prisma.StorageServerSelect;

type StorageServerRecord = Prisma.StorageServerGetPayload<{ select: typeof storageServerFields }>;

export const toStorageServerRow = ({
  lastSeenAt,
  createdAt,
  lists,
  isDraining,
  testMessageAt,
  testMessageVersion,
  testMessageFoundAt,
  testMessageError,
  ...rest
}: StorageServerRecord): StorageServerRow => ({
  ...rest,
  lists: LISTS.filter((list) => lists.includes(list)),
  is_draining: isDraining,
  last_seen_at: lastSeenAt?.toISOString() ?? null,
  created_at: createdAt.toISOString(),
  test_message: testMessageAt && {
    reported_at: testMessageAt.toISOString(),
    is_current: testMessageVersion === TEST_MESSAGE_VERSION,
    found_at: testMessageFoundAt?.toISOString() ?? null,
    error: testMessageError,
  },
});

/** The sum of all servers, which is server 0 in every request. */
const AGGREGATE: StorageServerRow = {
  id: 0,
  name: 'aggregate',
  description: 'All servers together',
  last_seen_at: null,
  created_at: null,
  host: null,
  port: 0,
  lists: [],
  weight: 0,
  is_draining: false,
  test_message: null,
};

/** The storage servers that were not removed, by name. Without a filter the aggregate comes first. */
export async function listStorageServers(
  { db, now }: Context<Admin | System>,
  { attention }: z.output<typeof StorageServerListQuery> = {},
): Promise<{ servers: StorageServerRow[] }> {
  const rows = await db.storageServer.findMany({
    where: attention ? silentAt(now) : { removedAt: null },
    orderBy: { name: 'asc' },
    select: storageServerFields,
  });
  const servers = rows.map(toStorageServerRow);
  return { servers: attention ? servers : [AGGREGATE, ...servers] };
}

/** The names of the storage servers that are late or were never seen. */
export async function listSilentServers({ db, now }: Context<Admin>): Promise<string[]> {
  const rows = await db.storageServer.findMany({
    where: silentAt(now),
    orderBy: { name: 'asc' },
    select: { name: true },
  });
  return rows.map(({ name }) => name);
}

const silentAt = (now: Date): Prisma.StorageServerWhereInput => ({
  removedAt: null,
  OR: [{ lastSeenAt: null }, { lastSeenAt: { lt: new Date(now.getTime() - SILENT_AFTER_MS) } }],
});
