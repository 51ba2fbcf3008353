/** Keys of the screen's queries, in the browser and in the page's HTML. */
export const BILLING = ['admin', 'billing'];
export const FLAGGED = [...BILLING, 'flagged'];
export const RUNS = [...BILLING, 'runs'];
