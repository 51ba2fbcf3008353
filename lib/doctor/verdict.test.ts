import { expect, test } from 'vitest';
import type { ConnectionAnswer } from '#lib/storage/tasks/schema.ts';
import { findingOf, verdictOf, type Finding, type KeyFacts } from './verdict.ts';

const ID = 'a'.repeat(13);
const OLD = 'b'.repeat(13);
const key = (fields: Partial<KeyFacts> = {}): KeyFacts => ({
  keyId: ID,
  state: 'on',
  why: null,
  hiddenLists: [],
  ...fields,
});
const ended = key({ keyId: OLD, state: 'ended' });

type Counts = [checked: number, hits: number, errors: number] | null;
type Said = Partial<ConnectionAnswer> & {
  counts?: Counts;
  old?: Counts;
  known?: boolean;
  flags?: Record<string, number>;
};

function answer({ counts = null, old = null, known = true, flags = {}, ...fields }: Said = {}): ConnectionAnswer {
  const named = (all: Counts) => all && { checked: all[0], hits: all[1], errors: all[2] };
  return {
    kind: 'connection',
    version: '4.1.6',
    run: '1',
    keys: [
      { key_id: ID, is_known: known, from_address: named(counts), flags },
      { key_id: OLD, is_known: true, from_address: named(old), flags: {} },
    ],
    undecrypted: 0,
    unkeyed: 0,
    ...fields,
  };
}

test.each<[string, Said, Said, KeyFacts, Finding['state']]>([
  ['nothing arrives', {}, {}, key(), 'nothing'],
  ['a message is checked', {}, { counts: [1, 0, 0] }, key(), 'works'],
  ['a message is found', { counts: [5, 0, 0] }, { counts: [6, 1, 0] }, key(), 'works'],
  ['a message is found although a list is hidden', {}, { counts: [1, 1, 0] }, key({ hiddenLists: ['bulk'] }), 'works'],
  ['a message is not found, and a list is hidden', {}, { counts: [1, 0, 0] }, key({ hiddenLists: ['bulk'] }), 'hidden'],
  ['requests are refused', { counts: [9, 0, 3] }, { counts: [9, 0, 4] }, key(), 'over_rate'],
  ['some requests are refused', {}, { counts: [9, 2, 1] }, key(), 'over_rate'],
  ['a suspended key is refused', {}, { counts: [0, 0, 1] }, key({ state: 'suspended' }), 'suspended'],
  ['a deleted key is refused', {}, { counts: [0, 0, 1] }, key({ state: 'deleted' }), 'suspended'],
  ['a replaced key is refused', {}, { old: [0, 0, 1] }, key(), 'replaced'],
  ['no key decrypts the requests', { undecrypted: 3 }, { undecrypted: 4 }, key(), 'wrong_key'],
  ['one server is right and one is wrong', {}, { counts: [1, 1, 0], undecrypted: 1 }, key(), 'wrong_key'],
  [
    'the host leaves a suspended key out',
    {},
    { known: false, undecrypted: 1 },
    key({ state: 'suspended' }),
    'suspended',
  ],
  ['the host does not have the key yet', {}, { known: false, undecrypted: 1 }, key(), 'not_loaded'],
  ['the host does not have the key yet and nothing arrives', {}, { known: false }, key(), 'not_loaded'],
  ['a ping arrives', {}, { counts: [0, 0, 0] }, key(), 'reached'],
  ['requests in the clear arrive from somewhere', { unkeyed: 2 }, { unkeyed: 3 }, key(), 'in_clear'],
  ['clear requests arrived before', { unkeyed: 3 }, { unkeyed: 3 }, key(), 'nothing'],
  ['it worked before', { counts: [7, 1, 0] }, { counts: [7, 1, 0] }, key(), 'idle'],
  ['requests could not be decrypted before', { undecrypted: 2 }, { undecrypted: 2 }, key(), 'nothing'],
  ['they could not, and a new key map came', { undecrypted: 2 }, { run: '2', undecrypted: 2 }, key(), 'nothing'],
  ['they could not, and Rspamd restarted', { undecrypted: 2 }, { run: '2', undecrypted: 1 }, key(), 'wrong_key'],
  ['counters restarted without a request', { counts: [7, 1, 0] }, { run: '2' }, key(), 'nothing'],
  ['counters restarted, then a message came', { counts: [7, 1, 0] }, { run: '2', counts: [1, 0, 0] }, key(), 'works'],
  ['counters of clear requests restarted', {}, { run: '2', unkeyed: 40 }, key(), 'nothing'],
  ['the host says nothing beyond the key', {}, { undecrypted: null, unkeyed: null }, key(), 'nothing'],
])('when %s', (_name, first, last, fact, state) => {
  expect(findingOf({ first: answer(first), last: answer(last) }, [fact, ended]).state).toBe(state);
});

test('counts what happened while the question was open, and names the lists with new hits', () => {
  const first = answer({ counts: [5, 2, 1], undecrypted: 2, flags: { '8': 2, '1': 4 } });
  const last = answer({ counts: [8, 4, 1], undecrypted: 3, flags: { '8': 4, '1': 4, '99': 7 } });
  expect(findingOf({ first, last }, [key()])).toMatchObject({
    checked: 3,
    hits: 2,
    errors: 0,
    undecrypted: 1,
    lists: ['premium'],
  });
});

const found = (state: Finding['state'], fields: Partial<Finding> = {}): Finding => ({
  ...{ state, checked: 0, hits: 0, errors: 0, undecrypted: 0, failedBefore: false, lists: [] },
  ...fields,
});

test.each<[Finding['state'][], Finding['state']]>([
  [['nothing', 'works'], 'works'],
  [['works', 'wrong_key'], 'wrong_key'],
  [['works', 'over_rate'], 'over_rate'],
  [['in_clear', 'works'], 'works'],
  [['idle', 'in_clear'], 'in_clear'],
  [['nothing', 'idle'], 'idle'],
  [['nothing', 'not_loaded'], 'not_loaded'],
  [['suspended', 'wrong_key'], 'suspended'],
])('of hosts that say %j, the verdict is %s', (states, verdict) => {
  expect(
    verdictOf(
      states.map((state) => found(state)),
      [key()],
      false,
    )?.state,
  ).toBe(verdict);
});

test.each<[Finding['state'], boolean]>([
  ['works', true],
  ['wrong_key', true],
  ['over_rate', true],
  ['nothing', false],
  ['in_clear', false],
  ['idle', false],
  ['reached', false],
  ['unknown', false],
])('while the question is open, %s is a verdict: %s', (state, isVerdict) => {
  expect(verdictOf([found(state)], [key()], true) !== null).toBe(isVerdict);
});

test('says at once that the key is suspended, and why, even if no host answers', () => {
  const suspended = key({ state: 'suspended', why: 'billing' });
  expect(verdictOf([], [suspended, ended], true)).toMatchObject({ state: 'suspended', why: 'billing' });
  expect(verdictOf([found('works')], [key({ keyId: OLD }), suspended], true)).toMatchObject({
    state: 'works',
    why: null,
  });
});

test.each([[{ undecrypted: 2 }, true] as const, [{}, false] as const, [{ undecrypted: null }, false] as const])(
  'if the first answer has %j, the verdict names earlier failures: %s',
  (first, isNamed) => {
    const finding = findingOf({ first: answer(first), last: answer({ undecrypted: 2 }) }, [key()]);
    expect(verdictOf([found('nothing'), finding], [key()], false)?.failed_before).toBe(isNamed);
  },
);

test('has no verdict without an answer', () => {
  expect(verdictOf([], [key()], false)).toBeNull();
});

test('names the lists of all hosts, and those that are hidden from a key that works', () => {
  const hosts = [found('works', { lists: ['bulk'] }), found('works', { lists: ['premium'] })];
  const keys = [key({ hiddenLists: ['bulk'] }), { ...ended, hiddenLists: ['premium' as const] }];
  expect(verdictOf(hosts, keys, false)).toMatchObject({ lists: ['premium', 'bulk'], hidden_lists: ['bulk'] });
});
