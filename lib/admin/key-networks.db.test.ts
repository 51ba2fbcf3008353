import { expect, test } from 'vitest';
import { DAY } from '#lib/base/time.ts';
import { adminContext, serverContext } from '#lib/testing/context.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, createServerRow } from '#lib/testing/factories.ts';
import { pseudonymOf, reportSources } from '#lib/testing/sources.ts';
import { getKeyNetworks, listKeyNetworks } from './key-networks.ts';

const now = new Date('2026-06-15T12:34:56Z');
const ago = (days: number) => new Date(now.getTime() - days * DAY);

test('lists the networks of the last seven days with their times and their share, the busiest first', () =>
  inRollback(async (db) => {
    const [key, { server }] = [await createKeyRow(db), await createServerRow(db)];
    const use = (days: number, of: string | null, network: string, checked: number) =>
      reportSources(serverContext(db, server.id, { now: ago(days) }), [{ key_id: key.keyId, of, network, checked }]);
    await use(8, 'old', 'old', 500);
    await use(6, 'a', 'busy', 30);
    await use(1, 'b', 'busy', 30);
    await use(2, 'c', 'quiet', 20);
    await use(1, null, '', 20);
    const id = (network: string) => pseudonymOf(`${key.keyId} ${network}`);
    const at = (days: number) => ago(days).toISOString();
    const admin = adminContext(db, undefined, { now });
    const networks = [
      { id: id('busy'), first_seen_at: at(6), last_seen_at: at(1), share: 0.6 },
      { id: id('quiet'), first_seen_at: at(2), last_seen_at: at(2), share: 0.2 },
    ];
    expect((await listKeyNetworks(admin, [key.id])).get(key.id)).toEqual(networks);
    expect(await getKeyNetworks(admin, key)).toEqual({ networks });
    await expect(getKeyNetworks(admin, { description: 'none' })).rejects.toMatchObject({ code: 'not_found' });
  }));
