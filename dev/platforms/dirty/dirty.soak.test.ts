import { describe, expect, test } from 'vitest';
import { PLATFORMS } from '#lib/guides/schema.ts';
import { isRoot } from '../../tests/apt.ts';
import { areInstalled, CHOSEN } from '../../tests/rspamd.ts';
import { judge, KINDS } from './cells.ts';
import { Machine } from './machine.ts';

describe.skipIf(!areInstalled || !isRoot()).each(PLATFORMS)('on %s', (platform) => {
  test.each(KINDS)(
    'connects a server of this kind, or changes nothing and says why: %s',
    { timeout: 300_000 },
    (kind) => {
      const machine = new Machine(platform, CHOSEN);
      try {
        const verdict = judge(machine, platform, kind);
        expect(verdict && 'wrong' in verdict ? verdict.wrong : undefined).toBeUndefined();
      } finally {
        machine.remove();
      }
    },
  );
});
