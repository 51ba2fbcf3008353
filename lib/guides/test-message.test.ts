import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { guidesFor } from './guides.ts';
import type { Guide } from './guide.ts';
import { LISTS, type List } from '#lib/storage/schema.ts';
import { localContacts } from '#lib/testing/contacts.ts';
import { TEST_MESSAGE_ANSWERS, testMessageCommand } from './test-message.ts';
import { testMessage } from '#lib/storage/test-message/text.ts';

const guides = guidesFor({ publicKey: 'key', contacts: localContacts, forbiddenFlags: [], freeFeed: 'on' });
const PROGRAMS = ['rspamc', 'docker', 'runagent'];
const each = guides.filter(({ id }) => id !== 'ansible').map((guide): [string, Guide] => [guide.id, guide]);

/** Runs a command with fake programs that record their arguments and stdin, and answer like rspamc. */
function runs(command: string, answer: string) {
  const bin = mkdtempSync(path.join(tmpdir(), 'bin-'));
  onTestFinished(() => rmSync(bin, { recursive: true }));
  for (const name of PROGRAMS) {
    const note = `echo "${name} $*" > ${bin}/asked; cat > ${bin}/stdin; printf '%s\\n' 'Action: no action' '${answer}'`;
    writeFileSync(path.join(bin, name), `#!/bin/sh\n${note}\n`);
    chmodSync(path.join(bin, name), 0o755);
  }
  const { stdout, status } = spawnSync('sh', ['-c', command], {
    encoding: 'utf8',
    env: { NODE_ENV: 'test', PATH: `${bin}:/usr/bin:/bin` },
  });
  const read = (name: string) => readFileSync(path.join(bin, name), 'utf8');
  return { stdout, status, asked: read('asked').trim(), stdin: read('stdin') };
}

test.each(each)('sends the message to Rspamd on %s, and prints only the match', (_id, guide) => {
  for (const list of LISTS) {
    const ran = runs(testMessageCommand(guide, list), TEST_MESSAGE_ANSWERS[list]);
    expect(ran.asked).toBe(guide.scan);
    expect(ran.stdin).toBe(testMessage(list).replaceAll('\r\n', '\n'));
    expect(ran).toMatchObject({ status: 0, stdout: `${TEST_MESSAGE_ANSWERS[list]}\n` });
  }
});

test.each(each)('prints nothing and fails on %s without a match', (_id, guide) => {
  expect(runs(testMessageCommand(guide, 'premium'), 'Symbol: MIME_GOOD (-0.10)[text/plain]')).toMatchObject({
    status: 1,
    stdout: '',
  });
});

test('prints a refusal that the guide explains', () => {
  const [guide] = guides;
  const ran = runs(testMessageCommand(guide as Guide, 'premium'), 'Symbol: FUZZY_FORBIDDEN (0.00)');
  expect(ran.stdout).toBe('Symbol: FUZZY_FORBIDDEN (0.00)\n');
});

test.each<List>(['premium', 'bulk'])('holds nothing for %s that a shell reads within double quotes', (list) => {
  expect(testMessage(list)).not.toMatch(/["$`\\!]|{{/);
});
