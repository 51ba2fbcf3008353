import { z } from 'zod';

type Position = { createdAt: Date; id: string };

/** The query of lists of clients and tokens, newest first. */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(500).transform(decode).optional(),
};

/** The `where` for the rows after a position, and the sort order that it requires. */
export const after = (cursor: Position | undefined) =>
  cursor
    ? { OR: [{ createdAt: { lt: cursor.createdAt } }, { createdAt: cursor.createdAt, id: { lt: cursor.id } }] }
    : {};
export const newestFirst = [{ createdAt: 'desc' }, { id: 'desc' }] as const;

/** The page from `limit` + 1 rows, and the cursor of the next one. */
export function toPage<R extends Position>(rows: R[], limit: number): { page: R[]; next_cursor: string | null } {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return { page, next_cursor: last && rows.length > limit ? encode(last) : null };
}

const encode = ({ createdAt, id }: Position): string =>
  Buffer.from(JSON.stringify([createdAt.getTime(), id])).toString('base64url');

function decode(text: string, context: z.RefinementCtx): Position {
  try {
    const [time, id] = z
      .tuple([z.int().min(0).max(8.64e15), z.string().max(200)])
      .parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
    return { createdAt: new Date(time), id };
  } catch {
    context.addIssue({ code: 'custom', message: 'The cursor is invalid.' });
    return z.NEVER;
  }
}
