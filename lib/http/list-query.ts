import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { deriveKey, equalInConstantTime } from '#lib/base/crypto.ts';
import type { Db, Prisma } from '#lib/base/db/db.ts';
import { DomainError } from '#lib/base/errors.ts';
import { env } from '#lib/base/settings/env.ts';
import { text } from '#lib/base/text/text.ts';
import { parse } from './parse.ts';

/** The order of a list; `text` is its form on the wire: `email`, `-created_at`. */
export type Sort<S extends string> = { by: S; isDescending: boolean; text: string };
/** The end of a page: the sort value and the id of its last row. */
export type Cursor = { sort: string; value: string | number; id: string | number };

const Payload = z.tuple([z.string(), z.union([z.string(), z.number()]), z.union([z.string(), z.int()])]);

/** The query parameters of every page: `limit` (50, at most 200) and `cursor`. */
const pageQuery = {
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: text(2000).transform(decode).optional(),
};

/** The query parameters of every list that can be sorted: `limit`, `sort`, `cursor`. */
export const listQuery = <S extends string>(sorts: readonly S[], usual: S | `-${S}`) => ({
  limit: pageQuery.limit,
  sort: z
    .enum(sorts.flatMap((by): (S | `-${S}`)[] => [by, `-${by}`]))
    .default(usual as never)
    .transform((text): Sort<S> => ({ by: text.replace('-', '') as S, isDescending: text.startsWith('-'), text })),
  cursor: pageQuery.cursor,
});

/** Throws `malformed` if the cursor belongs to a different sort order. */
export function assertCursorFits(cursor: Cursor | undefined, sort: { text: string }): void {
  if (cursor && cursor.sort !== sort.text)
    throw new DomainError('malformed', 'The cursor belongs to a different sort order.');
}

/** Cuts a page from `limit` + 1 rows. `end` is null on the last page. `placeOf` reads a row's sort value and id. */
export function toPage<R>(
  rows: readonly R[],
  { limit, sort }: { limit: number; sort: { text: string } },
  placeOf: (last: R) => Omit<Cursor, 'sort'>,
): { page: R[]; end: Cursor | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, end: last && rows.length > limit ? { sort: sort.text, ...placeOf(last) } : null };
}

/** Reads a list to its end, page by page, and yields the pages that are not empty. */
export async function* eachPage<T>(
  read: (cursor: Cursor | undefined) => Promise<{ items: T[]; end: Cursor | null }>,
): AsyncGenerator<T[]> {
  for (let cursor: Cursor | undefined, isLast = false; !isLast;) {
    const { items, end } = await read(cursor);
    if (items.length) yield items;
    cursor = end ?? undefined;
    isLast = end === null;
  }
}

const NEWEST_FIRST = { text: '-created_at' };

/** A list that is always newest first: its query parameters, Prisma's `orderBy`, and the filter `after` a cursor. */
export const newestFirst = {
  query: pageQuery,
  orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  after: (cursor: Cursor | undefined) => (cursor ? olderThan(cursor) : {}),
  toPage: <R extends { createdAt: Date; id: string }>(rows: readonly R[], limit: number) =>
    toPage(rows, { limit, sort: NEWEST_FIRST }, ({ createdAt, id }) => ({ value: createdAt.toISOString(), id })),
} as const;

function olderThan(cursor: Cursor) {
  assertCursorFits(cursor, NEWEST_FIRST);
  const [createdAt, id] = [parse(z.coerce.date(), cursor.value, 'malformed'), String(cursor.id)];
  return { OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: id } }] };
}

/** A cursor's text: opaque to the caller, and signed so that it cannot be altered. */
export function encodeCursor({ sort, value, id }: Cursor): string {
  const body = Buffer.from(JSON.stringify([sort, value, id])).toString('base64url');
  return `${body}.${signatureOf(body)}`;
}

function decode(text: string, context: z.RefinementCtx): Cursor {
  const [body = '', signature = ''] = text.split('.');
  if (text === `${body}.${signature}` && equalInConstantTime(signature, signatureOf(body))) {
    const [sort, value, id] = Payload.parse(JSON.parse(Buffer.from(body, 'base64url').toString('utf8')));
    return { sort, value, id };
  }
  context.addIssue({ code: 'custom', message: 'The cursor is invalid.' });
  return z.NEVER;
}

const signatureOf = (body: string) =>
  createHmac('sha256', deriveKey(env().AUTH_SECRET, 'cursor')).update(body).digest('base64url').slice(0, 16);

/** The highest exact count. Counting further would cost more than an exact number is worth. */
export const COUNT_LIMIT = 1000;

/** A number of rows; `total_is_capped` if there are more. */
export type Counted = { total: number; total_is_capped: boolean };

/** Counts rows up to 1,000; `total_is_capped` if there are more. `from` is the SQL that follows SELECT 1. */
export async function countRows(db: Db, from: Prisma.Sql): Promise<Counted> {
  const [row] = await db.$queryRaw<{ n: number }[]>`
    SELECT count(*)::int AS n FROM (SELECT 1 ${from} LIMIT ${COUNT_LIMIT + 1}) counted`;
  return cappedTotal(row?.n ?? 0);
}

/** A number of rows as lists show it: above 1,000 it is capped. */
export const cappedTotal = (n: number): Counted => ({
  total: Math.min(n, COUNT_LIMIT),
  total_is_capped: n > COUNT_LIMIT,
});
