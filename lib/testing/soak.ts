/** Whether the test runs in `npm run test:soak`, where it may take a minute. In `npm test` it takes a smaller sample. */
export const isSoak = process.env.SOAK !== undefined;

/** `SOAK=full npm run test:soak -- FILE`: what takes minutes, before a release or after a change of what it tests. */
export const isFull = process.env.SOAK === 'full';
