/** Shared through globalThis, because Next's bundle notes outages and server/index.ts reads the notes. */
const globals = globalThis as { outages?: Set<string> };

/** Notes that the page of this request failed because the database is unavailable. */
export const noteOutage = (requestId: string): void => void (globals.outages ??= new Set()).add(requestId);

/** Whether `noteOutage` was called for this request. */
export const hasOutage = (requestId: string): boolean => globals.outages?.has(requestId) === true;

/** Drops the note when the request has been answered. */
export const forgetOutage = (requestId: string): void => void globals.outages?.delete(requestId);
