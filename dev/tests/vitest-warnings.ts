/** Fails a test file if pg warned about concurrent statements on one connection. pg's next version refuses them. */
import { afterAll, expect } from 'vitest';

const heard: string[] = [];
const listen = ({ message }: Error) => {
  if (/already executing a query/.test(message)) heard.push(message);
};
process.on('warning', listen);
afterAll(() => {
  process.off('warning', listen);
  expect(heard).toEqual([]);
});
