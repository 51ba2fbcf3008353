import { expect, test } from 'vitest';
import { choose } from './choose.ts';

test.each([
  ['nothing', [], { vitest: [], browser: [] }],
  ['a part', ['static'], { part: 'static', vitest: [], browser: [] }],
  ['a part with a folder', ['unit', 'agent'], { part: 'unit', vitest: ['agent'], browser: [] }],
  [
    'files of both',
    ['lib/base/crypto.alone.test.ts', 'e2e/ha/journal.test.ts', 'e2e/journey.spec.ts:9'],
    { vitest: ['lib/base/crypto.alone.test.ts', 'e2e/ha/journal.test.ts'], browser: ['e2e/journey.spec.ts:9'] },
  ],
  ['a source file', ['lib/base/crypto.ts'], { vitest: ['lib/base/crypto.alone.test.ts'], browser: [] }],
  [
    'a path that starts with ./',
    ['./lib/base/crypto.alone.test.ts:5'],
    { vitest: ['lib/base/crypto.alone.test.ts:5'], browser: [] },
  ],
  ['long tests', ['soak', 'e2e/soak/kills.spec.ts'], { part: 'soak', vitest: [], browser: ['e2e/soak/kills.spec.ts'] }],
])('chooses the tests of %s', (_, args, choice) => expect(choose(args)).toEqual(choice));

test.each([
  [['lib/nothing.ts'], 'neither a part of the tests nor a file'],
  [['README.md'], 'has no test beside it'],
  [['--ui'], 'Unknown option --ui'],
  [['../elsewhere'], 'neither a part of the tests nor a file'],
])('refuses %j', (args, text) => expect(() => choose(args)).toThrow(text));
