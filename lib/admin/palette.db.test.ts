import { expect, test } from 'vitest';
import { adminContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, createUserRow, unique } from '#lib/testing/factories.ts';
import { PaletteQuery, searchPalette } from './palette.ts';

test('puts users whose email begins with the text first, and finds keys by description or public key', () =>
  inRollback(async (store) => {
    const tag = unique('pal');
    const within = await createUserRow(store, { email: `a.${tag}@x.example`, blockedAt: new Date() });
    const begins = await createUserRow(store, { email: `${tag}@${tag}.example` });
    const noted = await createUserRow(store, { email: `z.${unique('noted')}@x.example`, notes: tag });
    const key = await createKeyRow(store, { description: `Gateway ${tag}`, deletedAt: new Date() });
    const search = (q: string) => searchPalette(adminContext(store), PaletteQuery.parse({ q }));
    const found = {
      description: key.description,
      public_key: key.publicKey,
      email: null,
      user_id: null,
      state: 'deleted',
    };
    expect(await search(tag.toUpperCase())).toEqual({
      users: [
        { id: begins.id, email: begins.email, is_admin: false, is_blocked: false },
        { id: within.id, email: within.email, is_admin: false, is_blocked: true },
        { id: noted.id, email: noted.email, is_admin: false, is_blocked: false },
      ],
      keys: [found],
    });
    expect((await search(key.publicKey.slice(0, 30))).keys).toEqual([found]);
    expect((await search(`${tag.slice(0, 4)}%`)).users).toEqual([]);
    expect((await search('pa')).users.length).toBeLessThanOrEqual(10);
  }));

test.each([
  ['a backslash', String.raw`pal\ne`, 'pal1ne'],
  ['a percent sign', 'pal%ne', 'pal22ne'],
  ['an underscore', 'pal_ne', 'pal3ne'],
])('finds %s as it is, not as a pattern', (_what, text, other) =>
  inRollback(async (store) => {
    const exact = await createKeyRow(store, { description: `Gateway ${text}` });
    await createKeyRow(store, { description: `Gateway ${other}` });
    const { keys } = await searchPalette(adminContext(store), { q: text });
    expect(keys.map(({ description }) => description)).toEqual([exact.description]);
  }),
);

test('returns at most ten users and ten keys', () =>
  inRollback(async (store) => {
    const tag = unique('ten');
    for (let n = 0; n < 6; n++) {
      await createUserRow(store, { email: `${tag}${n}@x.example` });
      await createUserRow(store, { email: `a${n}${tag}@x.example` });
      await createKeyRow(store, { description: `${tag} ${n}` });
      await createKeyRow(store, { description: `a ${tag} ${n}` });
    }
    const { users, keys } = await searchPalette(adminContext(store), { q: tag });
    expect([users.length, keys.length]).toEqual([10, 10]);
    expect(users.slice(0, 6).every(({ email }) => email?.startsWith(tag))).toBe(true);
  }));
