import { expect, test } from 'vitest';
import type { GuideFile } from '#lib/guides/guide.ts';
import { INBOUND_ONLY } from '#lib/guides/inbound-only.ts';
import { PLATFORMS } from '#lib/guides/schema.ts';
import { areInstalled, CHOSEN } from '../tests/rspamd.ts';
import { examine, filesOf, withPlatform } from './examine.ts';
import { isRight, rowOf } from './results.ts';
import { withStorage } from './storage.ts';

const SLOW = { timeout: 600_000 };

test.skipIf(!areInstalled)('scores a known message on every platform, and keeps its own rules', SLOW, async () => {
  await withStorage(CHOSEN, async (storage) => {
    for (const platform of PLATFORMS) {
      const examined = await examine(CHOSEN, storage, platform);
      expect(isRight(examined), rowOf(examined)).toBe(true);
    }
  });
});

test.skipIf(!areInstalled)('reports the rules that a rule directly in override.d replaces', SLOW, async () => {
  await withStorage(CHOSEN, async (storage) => {
    const direct = filesOf('debian', storage)
      .filter(({ line }) => !line)
      .map(({ content, isWeights }): GuideFile => ({
        path: `override.d/${isWeights ? 'fuzzy_group.conf' : 'fuzzy_check.conf'}`,
        content,
      }));
    const examined = await examine(CHOSEN, storage, 'mailcow', direct);
    expect(examined).toMatchObject({ own: false, configtest: 'syntax OK' });
    expect(examined.premium).toBeDefined();
    expect(isRight(examined)).toBe(false);
  });
});

test.skipIf(!areInstalled).each(['debian', 'mailcow', 'mailu'] as const)(
  'queries no storage about outbound and local mail on %s with the lines of the guide',
  SLOW,
  async (platform) => {
    await withStorage(CHOSEN, async (storage) => {
      const [first] = filesOf(platform, storage);
      const folder = first?.path.slice(0, first.path.lastIndexOf('/')) ?? '';
      const files = [...filesOf(platform, storage), { path: `${folder}/settings.conf`, content: INBOUND_ONLY }];
      await withPlatform(CHOSEN, platform, files, async (rspamd, scan) => {
        expect((await rspamd.configtest()).trim()).toBe('syntax OK');
        const isFound = async (headers: Record<string, string>) =>
          'FUZZY_PLUS_DENIED' in (await scan(storage.premium, headers));
        const outside = { ip: '198.51.100.7' };
        await expect.poll(async () => (await storage.rspamd.sync(), isFound(outside)), { timeout: 20_000 }).toBe(true);
        expect(await isFound({ ...outside, user: 'alice@example.com' })).toBe(false);
        expect(await isFound({ ip: '192.168.1.7' })).toBe(false);
        expect(await isFound(outside)).toBe(true);
      });
    });
  },
);
