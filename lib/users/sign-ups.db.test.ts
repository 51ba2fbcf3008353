import { expect, test } from 'vitest';
import { DAY } from '#lib/base/time.ts';
import { adminContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createUserRow } from '#lib/testing/factories.ts';
import { readSignUps } from './sign-ups.ts';

const now = new Date('2035-06-15T12:00:00Z');

test('counts the sign-ups of each of 30 days in UTC, and those that are verified', () =>
  inRollback(async (store) => {
    const at = (text: string, isVerified = true) =>
      createUserRow(store, { createdAt: new Date(text), emailVerifiedAt: isVerified ? now : null });
    await at('2035-05-16T23:59:59Z');
    await at('2035-05-17T00:00:00Z');
    await at('2035-06-14T23:59:59Z', false);
    await at('2035-06-15T00:00:00Z');
    await at('2035-06-15T11:00:00Z', false);
    const days = await readSignUps(adminContext(store, undefined, { now }));
    expect(days.map(({ start }) => start)).toEqual(
      Array.from({ length: 30 }, (_, day) => new Date(Date.parse('2035-05-17T00:00:00Z') + day * DAY).toISOString()),
    );
    expect(days.filter(({ signUps }) => signUps > 0).map(({ start, ...of }) => [start.slice(5, 10), of])).toEqual([
      ['05-17', { signUps: 1, verified: 1 }],
      ['06-14', { signUps: 1, verified: 0 }],
      ['06-15', { signUps: 2, verified: 1 }],
    ]);
  }));
