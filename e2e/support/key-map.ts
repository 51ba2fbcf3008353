import { db } from '#lib/db.ts';

/** Lets the next poll publish what has changed, as if the minute after the last publication were over (decisions §7). */
export const endQuietMinute = () => db().keyMapPublication.updateMany({ data: { publishedAt: new Date(0) } });
