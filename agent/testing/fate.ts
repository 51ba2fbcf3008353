/** What happens to a POST: refused with a status, accepted, accepted without an answer, or dropped. */
export type Fate = { status: number; retryAfter?: string } | 'taken' | 'acknowledgement lost' | 'connection lost';
