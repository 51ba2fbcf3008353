import { processState } from '#lib/base/process-state.ts';

/** Next's bundle notes outages, and server/index.ts reads the notes. */
const shared = processState<{ outages: Set<string> }>('outages');

/** Notes that the page of this request failed because the database is unavailable. */
export const noteOutage = (requestId: string): void => void (shared.outages ??= new Set()).add(requestId);

/** Whether `noteOutage` was called for this request. */
export const hasOutage = (requestId: string): boolean => shared.outages?.has(requestId) === true;

/** Drops the note when the request has been answered. */
export const forgetOutage = (requestId: string): void => void shared.outages?.delete(requestId);
