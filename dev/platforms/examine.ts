import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import type { GuideFile } from '#lib/guides/guide.ts';
import { guidesFor } from '#lib/guides/guides.ts';
import type { Platform } from '#lib/guides/schema.ts';
import { testMessageCommand } from '#lib/guides/test-message.ts';
import type { List } from '#lib/storage/schema.ts';
import { localContacts } from '#lib/testing/contacts.ts';
import { fuzzyNames, layOut } from '#lib/testing/rspamd/trees.ts';
import { freePort } from '../stack/ports.ts';
import { until } from '../stack/process.ts';
import { type Installation, makeFolder, Rspamd } from '../tests/rspamd.ts';
import type { Storage } from './storage.ts';

/** The result of loading a platform's guide files in its Rspamd. */
export type Examined = {
  platform: Platform;
  /** both rules are loaded, with the key */
  rules: boolean;
  /** the rules and weights that the platform has without the guide are still there */
  own: boolean;
  /** the output of `rspamadm configtest -s`; correct only if it is exactly `syntax OK` */
  configtest: string;
  /** the score of the symbols of the two learned messages; undefined without a match */
  premium: number | undefined;
  bulk: number | undefined;
  /** what the guide's command printed for the test message of each list */
  testMessage: Readonly<Record<List, string>>;
};

const OFF = 'enabled = false;\n';

/** The files of a platform's guide, configured to query `storage`, with Ansible's variable filled in. */
export function filesOf(platform: Platform, { server, publicKey }: Storage): GuideFile[] {
  const contacts = { ...localContacts, fuzzyServers: server, fuzzyBulkServers: server };
  const guide = guidesFor({ publicKey, contacts, forbiddenFlags: [], freeFeed: 'on' }).find(
    ({ id }) => id === platform,
  );
  if (!guide) throw new Error(`No guide for ${platform}`);
  const filledIn = (content: string) => content.replaceAll('{{ rspamd_premium_key }}', publicKey);
  return guide.files.map((file) => ({ ...file, content: filledIn(file.content) }));
}

/** Starts Rspamd with a platform's configuration and these files, and stops it after `use`. */
export async function withPlatform<T>(
  installation: Installation,
  platform: Platform,
  files: readonly GuideFile[],
  use: (rspamd: Rspamd, scan: Scan, port: number) => Promise<T>,
): Promise<T> {
  const folder = makeFolder();
  layOut(folder.path, platform, files, installation.stock);
  chmodSync(folder.path, 0o755);
  const port = await freePort();
  const workers = {
    'local.d/worker-normal.inc': `bind_socket = "127.0.0.1:${port}";\ncount = 1;\n`,
    'local.d/worker-controller.inc': OFF,
    'local.d/worker-proxy.inc': OFF,
  };
  const stock = path.join(folder.path, 'stock');
  const rspamd = new Rspamd(path.join(folder.path, 'local'), workers, { ...installation, stock });
  try {
    await rspamd.start(port);
    return await use(rspamd, (text, headers = {}) => scores(port, text, headers), port);
  } catch (error) {
    console.log(rspamd.output());
    throw error;
  } finally {
    await rspamd.stop();
    folder.remove();
  }
}

/** Loads a platform's configuration without and with the guide's files, and scans both learned messages. */
export async function examine(
  installation: Installation,
  storage: Storage,
  platform: Platform,
  files = filesOf(platform, storage),
): Promise<Examined> {
  const own = await withPlatform(installation, platform, [], namesIn);
  return withPlatform(installation, platform, files, async (rspamd, scan, port) => {
    const { rule } = (await rspamd.section('fuzzy_check')) as { rule: Rules };
    const names = await namesIn(rspamd);
    const score = async (text: string, symbol: string) => {
      let found: number | undefined;
      await until(
        async () => (await storage.rspamd.sync(), (found = (await scan(text))[symbol])) !== undefined,
        10_000,
      );
      return found;
    };
    return {
      platform,
      rules: ['FUZZY_PLUS', 'FUZZY_BULK'].every((name) => rule[name]?.encryption_key === storage.publicKey),
      own: own.every((name) => names.includes(name)),
      configtest: (await rspamd.configtest()).trim(),
      premium: await score(storage.premium, 'FUZZY_PLUS_DENIED'),
      bulk: await score(storage.bulk, 'FUZZY_BULK'),
      // Needs no wait: the storage wrote them before the messages that were found above.
      testMessage: {
        premium: await testMessageAnswer(installation, platform, 'premium', port),
        bulk: await testMessageAnswer(installation, platform, 'bulk', port),
      },
    };
  });
}

async function namesIn(rspamd: Rspamd): Promise<string[]> {
  const section = (name: string) => rspamd.section(name) as Promise<Record<string, unknown>>;
  return fuzzyNames({
    fuzzy_check: await section('fuzzy_check'),
    group: await section('group'),
    metric: await section('metric'),
  });
}

type Scan = (message: string, headers?: Record<string, string>) => Promise<Scores>;
type Rules = Record<string, { encryption_key?: string } | undefined>;
/** The score of each symbol of a message. */
type Scores = Record<string, number | undefined>;

async function scores(port: number, text: string, headers: Record<string, string>): Promise<Scores> {
  const answer = await fetch(`http://127.0.0.1:${port}/checkv2`, { method: 'POST', headers, body: text });
  const { symbols } = (await answer.json()) as { symbols: Record<string, { score: number }> };
  return Object.fromEntries(Object.entries(symbols).map(([name, { score }]) => [name, score]));
}

const ANSIBLE = '/usr/bin/ansible';
/** Ignores docker's own arguments and runs the command that is meant for the container. */
const IN_CONTAINER = 'while [ "$1" != rspamc ]; do shift; done; exec "$@"';

/**
 * Runs the command that a guide gives for the test message, with the real rspamc. Returns the line that it prints, or
 * ''.
 */
async function testMessageAnswer(
  { rspamc }: Installation,
  platform: Platform,
  list: List,
  port: number,
): Promise<string> {
  const guide = guidesFor({ publicKey: 'key', contacts: localContacts, forbiddenFlags: [], freeFeed: 'on' }).find(
    ({ id }) => id === platform,
  );
  if (!guide) throw new Error(`No guide for ${platform}`);
  const root = mkdtempSync(path.join(tmpdir(), 'test-message-'));
  try {
    const bin = path.join(root, 'bin');
    const programs = {
      // A guide names its platform's address; here Rspamd listens elsewhere.
      rspamc: `[ "\${1-}" != -h ] || shift 2; exec ${rspamc} -h 127.0.0.1:${port} "$@"`,
      docker: IN_CONTAINER,
      runagent: IN_CONTAINER,
      ...(!existsSync(ANSIBLE) && { ansible: 'while [ $# -gt 1 ]; do shift; done; eval "$1"' }),
    };
    mkdirSync(bin);
    for (const [name, text] of Object.entries(programs)) {
      writeFileSync(path.join(bin, name), `#!/bin/sh\n${text}\n`);
      chmodSync(path.join(bin, name), 0o755);
    }
    const hosts = path.join(root, 'hosts');
    writeFileSync(
      hosts,
      '[mail]\nlocalhost ansible_connection=local ansible_become=false ansible_python_interpreter=/usr/bin/python3\n',
    );
    const env = {
      NODE_ENV: 'test' as const,
      PATH: `${bin}:/usr/bin:/bin`,
      HOME: root,
      LC_ALL: 'C.UTF-8',
      ANSIBLE_INVENTORY: hosts,
      ANSIBLE_NOCOLOR: '1',
    };
    const said = await output(testMessageCommand(guide, list), env);
    return /^Symbol: .*$/m.exec(said)?.[0] ?? '';
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** The output of a command, also if it fails: grep fails when it finds no line. */
const output = (command: string, env: NodeJS.ProcessEnv): Promise<string> =>
  new Promise((resolve) => {
    execFile('sh', ['-c', command], { env, timeout: 60_000 }, (_error, stdout) => resolve(stdout));
  });
