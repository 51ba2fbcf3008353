import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { KeyPair } from '#lib/fuzzy-keys/key-pair.ts';
import { fuzzyFiles } from '#lib/fuzzy-keys/setup/setup-files.ts';
import { localContacts } from '#lib/testing/contacts.ts';
import { root } from '../stack/folders.ts';
import { KEYS_FILE, Rspamd } from './rspamd.ts';

export type Ports = { storage: number; redis: number; controller: number };
const OFF = 'enabled = false;\n';

/** The first fenced block of docs/storage-host.md that contains this text. Throws if there is none. */
export function documented(text: string): string {
  const blocks = readFileSync(path.join(root, 'docs/storage-host.md'), 'utf8').matchAll(/^```\n(.*?)^```$/gms);
  const found = [...blocks].map(([, block = '']) => block).find((block) => block.includes(text));
  if (!found) throw new Error(`docs/storage-host.md has no block with ${text}`);
  return found;
}

/**
 * A storage host as docs/storage-host.md sets up the chosen Rspamd, with the ports, keys and paths of a test. `settings`
 * are added to the settings of its fuzzy worker.
 */
export function storageHost(folder: string, ports: Ports, writer: KeyPair, settings = ''): Rspamd {
  const here = (text: string) =>
    text
      .replace('*:11335', `127.0.0.1:${ports.storage}`)
      .replace('127.0.0.1:11335', `127.0.0.1:${ports.storage}`)
      .replace('127.0.0.1:6379', `127.0.0.1:${ports.redis}`)
      .replace('count = 4', 'count = 2')
      .replace('YOUR_WRITING_PUBKEY', writer.publicKey)
      .replace('YOUR_WRITING_PRIVKEY', writer.privateKey)
      .replaceAll('/var/lib/rspamd-premium-agent', path.join(folder, 'agent'));
  return new Rspamd(path.join(folder, 'storage'), {
    'local.d/worker-fuzzy.inc': settings + here(documented(KEYS_FILE)),
    'local.d/fuzzy_check.conf': here(documented('rule "FUZZY_PLUS"')),
    'local.d/fuzzy_group.conf': documented('symbols = {'),
    'local.d/worker-controller.inc': `bind_socket = "127.0.0.1:${ports.controller}";\n`,
    'local.d/worker-normal.inc': OFF,
    'local.d/worker-proxy.inc': OFF,
  });
}

/** The two files of the setup guide. Only the fuzzy servers are replaced. */
export function guideFiles(publicKey: string, storagePort: number): Record<string, string> {
  const { check, group } = fuzzyFiles(publicKey, localContacts);
  const { fuzzyServers, fuzzyBulkServers } = localContacts;
  const content = [fuzzyServers, fuzzyBulkServers]
    .join()
    .split(',')
    .reduce((text, server) => text.replace(server, `127.0.0.1:${storagePort}`), check.content);
  return { 'local.d/fuzzy_check.conf': content, 'local.d/fuzzy_group.conf': group.content };
}

/** A subscriber's mail server with files of the setup guide. */
export const mailServer = (folder: string, publicKey: string, storagePort: number, port: number): Rspamd =>
  plainMailServer(folder, port, guideFiles(publicKey, storagePort));

/** A mail server without the files of the setup guide. */
export const plainMailServer = (folder: string, port: number, files: Record<string, string> = {}): Rspamd =>
  new Rspamd(folder, {
    // The rule that Debian's package brings would ask a public storage.
    'local.d/fuzzy_check.conf': '',
    ...files,
    'local.d/worker-normal.inc': `bind_socket = "127.0.0.1:${port}";\ncount = 1;\n`,
    'local.d/worker-controller.inc': OFF,
    'local.d/worker-proxy.inc': OFF,
  });
