import { expect, test } from 'vitest';
import { relativeTime } from './time-text.ts';

const NOW = new Date('2026-11-21T10:40:00Z');

test.each([
  ['2026-11-21T10:40:59Z', 'just now'],
  ['2026-11-21T10:39:01Z', 'just now'],
  ['2026-11-21T10:39:00Z', '1 minute ago'],
  ['2026-11-21T09:41:00Z', '59 minutes ago'],
  ['2026-11-21T08:10:00Z', '2 hours ago'],
  ['2026-11-20T10:40:00Z', '1 day ago'],
  ['2026-10-01T10:40:00Z', '1 month ago'],
  ['2023-01-01T00:00:00Z', '3 years ago'],
  ['2026-11-24T10:40:00Z', 'in 3 days'],
])('formats %s as %s', (at, text) => expect(relativeTime(new Date(at), NOW)).toBe(text));
