/** Fails a test file in which pg warned of two statements at once on one connection: its next version refuses them. */
import { afterAll, expect } from 'vitest';

const heard: string[] = [];
process.on('warning', ({ message }) => {
  if (/already executing a query/.test(message)) heard.push(message);
});
afterAll(() => expect(heard).toEqual([]));
