import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { publicKeyOf, rspamdId } from '#lib/fuzzy-keys/key-pair.ts';

const rspamadm = spawnSync('rspamadm', ['--version']).status === 0;
test.skipIf(!rspamadm)('agrees with the installed rspamadm about a hundred pairs', { timeout: 120_000 }, async () => {
  const make = () => promisify(execFile)('rspamadm', ['keypair'], { encoding: 'utf8' });
  for (let count = 0; count < 100; count += 4) {
    for (const { stdout } of await Promise.all(Array.from({ length: 4 }, make))) {
      const read = (name: string) => new RegExp(`\\b${name} = "([^"]+)"`).exec(stdout)?.[1] ?? '';
      expect(publicKeyOf(read('privkey'))).toBe(read('pubkey'));
      expect(rspamdId(read('pubkey'))).toBe(read('id'));
    }
  }
});
