import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { PLATFORMS, type Platform } from '#lib/guides/schema.ts';
import { isRoot } from '../../tests/apt.ts';
import { areInstalled, CHOSEN } from '../../tests/rspamd.ts';
import { judge, KINDS, type Kind } from './cells.ts';
import { Machine } from './machine.ts';

/** All kinds of server with Debian, and one with each other platform: the whole, `npm run test:guides`, takes longer. */
const PART: Readonly<Record<Platform, readonly Kind[]>> = {
  debian: KINDS,
  el: ['umask 077'],
  freebsd: ['own local rule'],
  mailcow: ['own override'],
  'docker-mailserver': ['after rotation'],
  mailu: ['own local rule'],
  nethserver: ['unknown name'],
  nixos: ['undo'],
  ansible: ['key of last year'],
  'other-filter': ['module off'],
};
const canRun = (platform: Platform) =>
  areInstalled && isRoot() && (platform !== 'ansible' || existsSync('/usr/bin/ansible-playbook'));

describe.each(PLATFORMS)('on %s', (platform) => {
  test.skipIf(!canRun(platform)).each(PART[platform])(
    'connects a server of this kind, or changes nothing and says why: %s',
    { timeout: 300_000 },
    (kind) => {
      const machine = new Machine(platform, CHOSEN);
      try {
        const verdict = judge(machine, platform, kind);
        expect(verdict).toBeUndefined();
      } finally {
        machine.remove();
      }
    },
  );
});
