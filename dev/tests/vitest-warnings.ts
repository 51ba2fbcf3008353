/** Fails a test file if pg warned about concurrent statements on one connection, which its next version refuses. */
import { afterAll, expect } from 'vitest';

const heard: string[] = [];
process.on('warning', ({ message }) => {
  if (/already executing a query/.test(message)) heard.push(message);
});
afterAll(() => expect(heard).toEqual([]));
