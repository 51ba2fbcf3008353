import { expect, test } from 'vitest';
import { inRollback } from '#lib/testing/database.ts';
import { anonymousContext } from '#lib/testing/context.ts';
import { createKeyRow, createServerRow, unique } from '#lib/testing/factories.ts';
import { getHostKeyMap, withHidden } from './host-key-map.ts';
import type { KeyMapEntry } from './views.ts';

type Rows = Parameters<typeof createServerRow>[1];

test.each<[string, Rows, number[] | undefined]>([
  ['no public name', {}, undefined],
  ['both lists', { host: unique('a'), lists: ['premium', 'bulk'] }, undefined],
  ['the premium list', { host: unique('b'), lists: ['premium'] }, [1]],
  ['the bulk list', { host: unique('c'), lists: ['bulk'] }, [8]],
])('hides the flags of lists that the host does not serve from every key: a host with %s', (_name, fields, hidden) =>
  inRollback(async (tx) => {
    const [{ publicKey }, { server }] = [await createKeyRow(tx), await createServerRow(tx, fields)];
    const ctx = { ...anonymousContext(tx), actor: { kind: 'server' as const, serverId: server.id } };
    const published = await getHostKeyMap(ctx);
    const { body, etag } = await published.open();
    const entry = (JSON.parse(body) as KeyMapEntry[]).find(({ pubkey }) => pubkey === publicKey);
    expect(entry?.extensions.forbidden_ids).toEqual(hidden);
    expect(etag).toBe(published.etag);
  }),
);

test('gives each form of a key map its own ETag, and the same bytes each time', async () => {
  const entry = (extensions: object) => ({ pubkey: 'a', extensions: { name: 'x', ...extensions } });
  const body = JSON.stringify([entry({}), entry({ forbidden_ids: [8] }), entry({ forbidden_ids: [1] })]);
  const published = { etag: '"abc"', lastModified: new Date(0), open: async () => map };
  const map = { etag: '"newer"', lastModified: new Date(1000), body };
  const [first, second] = [withHidden(published, [1]), withHidden(published, [8])];
  expect([first.etag, second.etag]).toEqual(['"abc-without-1"', '"abc-without-8"']);
  const { etag, lastModified, body: hidden } = await first.open();
  expect([etag, lastModified]).toEqual(['"newer-without-1"', map.lastModified]);
  expect((JSON.parse(hidden) as KeyMapEntry[]).map(({ extensions }) => extensions.forbidden_ids)).toEqual([
    [1],
    [1, 8],
    [1],
  ]);
  expect((await first.open()).body).toBe(hidden);
});
