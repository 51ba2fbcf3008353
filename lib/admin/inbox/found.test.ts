import { expect, test } from 'vitest';
import { isPutAside } from './found.ts';

const NOW = new Date('2031-05-15T12:00:00Z');
const later = new Date(NOW.getTime() + 1000);
const seen = { occurrence: 'a', severity: 100, until: null };

test.each([
  ['as it was', seen, { occurrence: 'a', severity: 100 }, true],
  ['a little worse', seen, { occurrence: 'a', severity: 125 }, true],
  ['better', seen, { occurrence: 'a', severity: 1 }, true],
  ['worse by more than a quarter', seen, { occurrence: 'a', severity: 126 }, false],
  ['anew', seen, { occurrence: 'b', severity: 100 }, false],
  ['snoozed', { ...seen, until: later }, { occurrence: 'a', severity: 100 }, true],
  ['snoozed and worse', { ...seen, until: later }, { occurrence: 'a', severity: 200 }, false],
  ['snoozed until now', { ...seen, until: NOW }, { occurrence: 'a', severity: 100 }, false],
])('keeps aside an entry that is %s only if nothing new happened', (_, put, entry, isAside) => {
  expect(isPutAside(put, entry, NOW)).toBe(isAside);
});
