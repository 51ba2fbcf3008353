import { createSocket } from 'node:dgram';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createKeyPair } from '#lib/fuzzy-keys/key-pair.ts';
import { fuzzyFiles } from '#lib/fuzzy-keys/setup/setup-files.ts';
import { localContacts } from '#lib/testing/contacts.ts';
import { freePort } from '../stack/ports.ts';
import { areInstalled, makeFolder, message, NEWER } from '../tests/rspamd.ts';
import { plainMailServer } from '../tests/storage-host.ts';

/** What each envelope would add: the domain and the address, each after its length or kind. */
const ENVELOPES = [
  { domain: 'spam.example', ip: '203.0.113.9' },
  { domain: 'a-much-longer-sender.example', ip: '203.0.113.9' },
  { domain: 'spam.example', ip: '2001:db8::9' },
];

/** A stand-in for a storage, which answers nothing and notes the size of each request. */
async function listen() {
  const sizes: number[] = [];
  const socket = createSocket('udp4', (request) => void sizes.push(request.length));
  onTestFinished(() => void socket.close());
  await new Promise<void>((resolve) => void socket.bind(0, '127.0.0.1', resolve));
  return { sizes, port: socket.address().port };
}

/** The sizes of the requests about one text in each envelope, and without any, with these settings of the rule. */
async function sizesOf(change: (rules: string) => string): Promise<{ bare: number; each: number[] }> {
  const folder = makeFolder();
  const { sizes, port: storage } = await listen();
  const contacts = { ...localContacts, fuzzyServers: `127.0.0.1:${storage}`, fuzzyBulkServers: `127.0.0.1:${storage}` };
  // One rule and one try: each scan is one request.
  const { check, group } = fuzzyFiles(createKeyPair().publicKey, contacts, [1]);
  const port = await freePort();
  const mail = plainMailServer(path.join(folder.path, 'mail'), port, {
    'local.d/fuzzy_check.conf': `retransmits = 0;\ntimeout = 0.3s;\n${change(check.content)}`,
    'local.d/fuzzy_group.conf': group.content,
  });
  const scan = async ({ domain, ...headers }: { domain: string; ip?: string }) => {
    sizes.length = 0;
    const body = message('the same text').replace('@spam.example', `@${domain}`);
    await fetch(`http://127.0.0.1:${port}/checkv2`, { method: 'POST', headers, body });
    await expect.poll(() => sizes.length, { timeout: 10_000 }).toBeGreaterThan(0);
    return Math.max(...sizes);
  };
  try {
    await mail.start(port);
    const bare = await scan({ domain: 'spam.example' });
    const each: number[] = [];
    for (const envelope of ENVELOPES) each.push(await scan(envelope));
    return { bare, each };
  } finally {
    await mail.stop();
    folder.remove();
  }
}

test.skipIf(!areInstalled)(
  'sends nothing about a message but its hashes: no byte of a request depends on sender or client',
  { timeout: 300_000 },
  async () => {
    const guide = await sizesOf((rules) => rules);
    const shared = await sizesOf((rules) => rules.replaceAll('no_share = yes', 'no_share = no'));
    // The request of a rule without sharing and without an envelope has no extension at all.
    const extension = guide.each.map((size) => size - guide.bare);
    expect(extension).toEqual([0, 0, 0]);
    // The same test sees the extension where there is one: 3.4 adds the domain and the address, each after 2 bytes or 1.
    const added = shared.each.map((size, index) => size - (guide.each[index] ?? 0));
    if (!NEWER) expect(added).toEqual([2 + 12 + 1 + 4, 2 + 28 + 1 + 4, 2 + 12 + 1 + 16]);
    for (const bytes of added) expect(bytes).toBeGreaterThanOrEqual(18);
    console.log(`extension bytes: ${extension.join(', ')}; with sharing: ${added.join(', ')}`);
  },
);
