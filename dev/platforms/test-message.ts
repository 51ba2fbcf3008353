import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { guidesFor } from '#lib/guides/guides.ts';
import type { Platform } from '#lib/guides/schema.ts';
import type { List } from '#lib/storage/schema.ts';
import { localContacts } from '#lib/testing/contacts.ts';
import { testMessageCommand } from '#lib/guides/test-message.ts';
import type { Installation } from '../tests/rspamd.ts';

const ANSIBLE = '/usr/bin/ansible';
/** Ignores docker's own arguments and runs the command that is meant for the container. */
const IN_CONTAINER = 'while [ "$1" != rspamc ]; do shift; done; exec "$@"';

/**
 * Runs the command that a guide gives for the test message, with the real rspamc. Returns the line that it prints, or
 * ''.
 */
export async function testMessageAnswer(
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
