import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { Connection } from './src/tasks/connection.ts';
import { Rspamd } from './src/rspamd.ts';
import { readSettings } from './src/settings.ts';

const sample = (name: string) => readFileSync(path.join(import.meta.dirname, `samples/fuzzystat-${name}.json`), 'utf8');
const [RAW, OLD] = [sample('4.1.6-raw-TESTKEYS-ONLY'), sample('3.4-raw-TESTKEYS-ONLY')];
const [USED, OTHER] = ['198.51.100.23', '203.0.113.9'];

/** The answer of a host whose `fuzzystat` prints `text`. */
function answer(question: object, text = RAW.replaceAll('127.0.0.1', USED)) {
  const env = {
    PORTAL_URL: 'https://portal.example',
    SERVER_NAME: 'x',
    SERVER_TOKEN: 'x',
    FUZZYSTAT_COMMAND: `cat <<'END'\n${text}\nEND`,
    RSPAMD_VERSION: '4.1.6',
  };
  return new Connection(new Rspamd(readSettings(env), new AbortController().signal)).answer({ ...question });
}
const KEYS = ['8ywinfgfqgb7b', 'q9dnoqbh6ztzp'];
const ask = (address: string, scope = 'key', key_ids: unknown = KEYS) => ({ address, scope, key_ids });

test('answers for the address and the keys that were asked about', async () => {
  expect(await answer(ask(USED))).toEqual({
    kind: 'connection',
    version: '4.1.6',
    run: expect.stringMatching(/^27260 [\da-f]{16}$/) as string,
    keys: [
      { key_id: KEYS[0], is_known: true, from_address: { checked: 2, hits: 1, errors: 1 }, flags: { '8': 1 } },
      { key_id: KEYS[1], is_known: true, from_address: { checked: 4, hits: 4, errors: 2 }, flags: { '8': 4 } },
    ],
    undecrypted: 1,
    unkeyed: 0,
  });
});

test("reports failures only to an admin, or of an address that is the asker's or used one of the keys", async () => {
  const silent = {
    keys: KEYS.map((key_id) => ({ key_id, is_known: true, from_address: null, flags: expect.any(Object) as object })),
    undecrypted: null,
    unkeyed: null,
  };
  expect(await answer(ask(OTHER))).toMatchObject(silent);
  const failing = RAW.replaceAll('127.0.0.1', USED).replace(/"errors_ips":\s*\{/, `$&"${OTHER}": 7,`);
  expect(await answer(ask(OTHER), failing)).toEqual(await answer(ask(OTHER)));
  expect(await answer(ask(OTHER, 'own'), failing)).toMatchObject({ undecrypted: 7, unkeyed: 0 });
  expect(await answer(ask(OTHER, 'any'), failing)).toMatchObject({ undecrypted: 7, unkeyed: 0 });
});

test('names all keys of an address for an admin only', async () => {
  const used = (await answer(ask(USED, 'any', null)))?.keys.map(({ key_id }) => key_id);
  expect(used).toEqual(['kp764mjri41eb', 'ptfjggt3nt96c', 'q9dnoqbh6ztzp', '8ywinfgfqgb7b']);
  expect((await answer(ask(OTHER, 'any', null)))?.keys).toEqual([]);
  for (const scope of ['key', 'own', 'else']) expect(await answer(ask(USED, scope, null))).toBeNull();
});

test('reports a key that the storage does not have as unknown', async () => {
  const unknown = 'y'.repeat(13);
  expect((await answer(ask(USED, 'own', [unknown])))?.keys).toEqual([
    { key_id: unknown, is_known: false, from_address: null, flags: {} },
  ]);
});

test('counts requests in the clear over all addresses together', async () => {
  const clear = RAW.replace(/"fuzzy_checked":\s*\[\s*0,\s*17/, (text) => text.replace('17', '22'));
  expect(clear).not.toBe(RAW);
  expect(await answer(ask('127.0.0.1'), clear)).toMatchObject({ unkeyed: 5 });
  expect(await answer(ask('127.0.0.1'), OLD)).toMatchObject({ unkeyed: 0, undecrypted: 1 });
});

test('finds an address in any spelling', async () => {
  const text = RAW.replaceAll('127.0.0.1', '2001:db8::1');
  expect(await answer(ask('2001:DB8:0:0::0001'), text)).toMatchObject({ undecrypted: 1 });
  expect(await answer(ask(`::ffff:${USED}`))).toMatchObject({ undecrypted: 1 });
});

test.each([
  ['no address', { ...ask(USED), address: 'mx.example.com' }],
  ['no keys', { ...ask(USED), key_ids: undefined }],
  ['invalid key ids', ask(USED, 'own', ['x'])],
])('does not answer a question with %s', async (_name, question) => {
  expect(await answer(question)).toBeNull();
});

test('fails while a worker does not answer, because its counts would be missing', async () => {
  const silent = RAW.replace('"workers": {', '"workers": { "7": { "type": "fuzzy" },');
  await expect(answer(ask(USED), silent)).rejects.toThrow('fuzzystat: a fuzzy worker does not answer yet');
});
