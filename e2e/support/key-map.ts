import { db } from '#lib/base/db/db.ts';

/** Lets the next poll publish changes, as if the minute after the last publication were over (docs/decisions/0015). */
export const endQuietMinute = () => db().keyMapPublication.updateMany({ data: { publishedAt: new Date(0) } });
