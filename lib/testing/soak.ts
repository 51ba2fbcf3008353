/** Whether the test runs in `npm run test:soak`, where it may take minutes. In `npm test` it takes a smaller sample. */
export const isSoak = process.env.SOAK === '1';
