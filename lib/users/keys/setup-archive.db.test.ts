import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { setEnteredHosts } from '#lib/base/settings/contacts.ts';
import { PLATFORMS } from '#lib/guides/schema.ts';
import { localContacts } from '#lib/testing/contacts.ts';
import { inRollback } from '#lib/testing/database.ts';
import { createKeyRow, createUserRow } from '#lib/testing/factories.ts';
import { createSignedInUser } from '#lib/testing/signed-in.ts';
import { getSetupArchive } from './setup-archive.ts';

/** The text of an archive: tar stores files uncompressed, so the text of all files can be searched. */
const textOf = ({ bytes }: { bytes: Uint8Array }) => gunzipSync(bytes).toString();

test("packs the caller's key and only the rules of the caller's plan, for each platform", () =>
  inRollback(async (db) => {
    const { id, ctx } = await createSignedInUser(db);
    const { publicKey } = await createKeyRow(db, { accountId: id, forbiddenFlags: [1] });
    for (const platform of PLATFORMS) {
      const archive = await getSetupArchive(ctx, { platform, free_feed: 'on', servers: 'names' });
      expect(archive.fileName).toBe(`rspamd-premium-${platform}.tar.gz`);
      const text = textOf(archive);
      expect([platform, text.includes(publicKey), text.includes('rule "FUZZY_PLUS"')]).toEqual([platform, true, true]);
      // A command also names rules that it takes out of older files; a rule that Rspamd loads begins a line.
      expect([platform, /^rule "FUZZY_BULK"/m.test(text)]).toEqual([platform, false]);
      const without = textOf(await getSetupArchive(ctx, { platform, free_feed: 'off', servers: 'names' }));
      const free = (each: string) => each.split('rule "rspamd.com"').length;
      expect([platform, free(text) < free(without)]).toEqual([platform, true]);
    }
  }));

test('turns the free feed off on request', () =>
  inRollback(async (db) => {
    const { id, ctx } = await createSignedInUser(db);
    await createKeyRow(db, { accountId: id });
    expect(textOf(await getSetupArchive(ctx, { platform: 'mailcow', free_feed: 'off', servers: 'names' }))).toContain(
      'rule "rspamd.com" {\n  enabled = false;\n}',
    );
  }));

test('finds the servers by SRV records on request, if there are records', () =>
  inRollback(async (db) => {
    const { id, ctx } = await createSignedInUser(db);
    await createKeyRow(db, { accountId: id });
    const get = async () => textOf(await getSetupArchive(ctx, { platform: 'debian', free_feed: 'on', servers: 'srv' }));
    expect(await get()).toContain(`servers = "round-robin:${localContacts.fuzzyServers}";`);
    onTestFinished(() => void setEnteredHosts({}));
    setEnteredHosts({ fuzzyServers: 'a.test:11335', fuzzyBulkServers: 'b.test:11335', fuzzyDomain: 'fuzzy.test' });
    const text = await get();
    expect(text).toContain('servers = "round-robin:service=fuzzy-premium+fuzzy.test";');
    expect(text).toContain('servers = "round-robin:service=fuzzy-bulk+fuzzy.test";');
    expect(text).not.toContain('a.test');
  }));

test('returns not_found for a user without a key, even if other users have keys', () =>
  inRollback(async (db) => {
    const { ctx } = await createSignedInUser(db);
    await createKeyRow(db, { accountId: (await createUserRow(db)).id });
    await expect(getSetupArchive(ctx, { platform: 'debian', free_feed: 'on', servers: 'names' })).rejects.toMatchObject(
      {
        code: 'not_found',
      },
    );
  }));

test('refuses the 61st download within an hour', () =>
  inRollback(async (db) => {
    const { id, ctx } = await createSignedInUser(db);
    await createKeyRow(db, { accountId: id });
    const get = () => getSetupArchive(ctx, { platform: 'debian', free_feed: 'on', servers: 'names' });
    for (let count = 0; count < 60; count++) await get();
    await expect(get()).rejects.toMatchObject({ code: 'rate_limited' });
  }));
