import type { ConnectionAnswer } from '#lib/storage/tasks/schema.ts';
import { LIST_FLAGS, LISTS, type List } from '#lib/storage/schema.ts';
import { ConnectionState, type ConnectionCheck } from './views.ts';

/** What the portal knows about a key. `ended`: replaced, and its grace period is over. */
export type KeyFacts = {
  keyId: string;
  state: 'on' | 'suspended' | 'ended' | 'deleted';
  why: NonNullable<ConnectionCheck['verdict']>['why'];
  hiddenLists: readonly List[];
};
/** A host's first and latest answer; the same one if it answered once. */
export type Reading = { first: ConnectionAnswer; last: ConnectionAnswer };
export type Finding = {
  state: ConnectionState;
  checked: number;
  hits: number;
  errors: number;
  undecrypted: number | null;
  /** whether requests that no key decrypts came before the host's first answer, at any time since Rspamd started */
  failedBefore: boolean;
  lists: List[];
};

const NONE = { checked: 0, hits: 0, errors: 0 };
type Counts = typeof NONE;
type KeyAnswer = ConnectionAnswer['keys'][number];

/**
 * What one host's counters say about an address: what happened while the question was open or, if nothing did, before.
 */
export function findingOf({ first, last }: Reading, keys: readonly KeyFacts[]): Finding {
  const isSameRun = first.run === last.run;
  const before = (id: string) => (isSameRun ? answerFor(first, id) : undefined);
  const used = last.keys.map((key) => ({
    fact: keys.find(({ keyId }) => keyId === key.key_id),
    now: minus(key.from_address, before(key.key_id)?.from_address),
    isNew: key.from_address !== null && !answerFor(first, key.key_id)?.from_address,
    key,
  }));
  const sum = used.reduce((total, { now }) => plus(total, now), NONE);
  const undecrypted = last.undecrypted === null ? null : rise(first.undecrypted ?? 0, last.undecrypted);
  const unkeyed = isSameRun && last.unkeyed !== null ? last.unkeyed - (first.unkeyed ?? 0) : 0;
  return {
    ...sum,
    undecrypted,
    failedBefore: (first.undecrypted ?? 0) > 0,
    state: stateOf(),
    lists: listsOf(
      used.map(({ key }) => key),
      before,
    ),
  };

  function stateOf(): ConnectionState {
    const active = used.filter(({ now }) => now.checked + now.errors > 0);
    const of = (state: KeyFacts['state']) => active.some(({ fact }) => fact?.state === state);
    if (of('suspended') || of('deleted')) return 'suspended';
    if (of('ended')) return 'replaced';
    if (undecrypted) return whyUndecrypted(used);
    if (active.some(({ now }) => now.errors > 0)) return 'over_rate';
    if (sum.hits > 0) return 'works';
    if (sum.checked > 0) return active.some(({ fact }) => fact?.hiddenLists.length) ? 'hidden' : 'works';
    if (used.some(({ isNew }) => isNew)) return 'reached';
    if (isMissing(used)) return 'not_loaded';
    if (unkeyed > 0) return 'in_clear';
    if (used.some(({ key }) => key.from_address)) return 'idle';
    return 'nothing';
  }
}

type Used = { fact: KeyFacts | undefined; key: KeyAnswer };

/**
 * The state if no key decrypts the requests. Rspamd before 3.11.1 cannot load a suspended key, so it counts its
 * requests like those of a wrong key; and a new key may not have reached the host yet.
 */
function whyUndecrypted(used: readonly Used[]): ConnectionState {
  const missing = used.filter(({ key }) => !key.is_known).map(({ fact }) => fact?.state);
  if (missing.includes('suspended')) return 'suspended';
  return missing.includes('on') ? 'not_loaded' : 'wrong_key';
}

/** Whether the storage has none of the keys that should work. */
function isMissing(used: readonly Used[]): boolean {
  const working = used.filter(({ fact }) => fact?.state === 'on');
  return working.length > 0 && working.every(({ key }) => !key.is_known);
}

function listsOf(keys: readonly KeyAnswer[], before: (id: string) => KeyAnswer | undefined): List[] {
  return LISTS.filter((list) => {
    const flag = String(LIST_FLAGS[list]);
    return keys.some(({ key_id, flags }) => (flags[flag] ?? 0) > (before(key_id)?.flags[flag] ?? 0));
  });
}

/** The rise of a counter that a new key map does not reset, unlike those of keys, but a restart does. */
const rise = (from: number, to: number) => (to < from ? to : to - from);
const answerFor = (answer: ConnectionAnswer, id: string) => answer.keys.find(({ key_id }) => key_id === id);
const plus = (a: Counts, b: Counts): Counts => ({
  checked: a.checked + b.checked,
  hits: a.hits + b.hits,
  errors: a.errors + b.errors,
});
const minus = (a: Counts | null, b: Counts | null | undefined): Counts => ({
  checked: (a?.checked ?? 0) - (b?.checked ?? 0),
  hits: (a?.hits ?? 0) - (b?.hits ?? 0),
  errors: (a?.errors ?? 0) - (b?.errors ?? 0),
});

/** States that need a request while the question is open. One of them is a verdict at once, without the other hosts. */
const SHOWN: readonly ConnectionState[] = ['suspended', 'replaced', 'wrong_key', 'over_rate', 'works', 'hidden'];

/**
 * The verdict over all hosts that answered, or `suspended` at once if no key works. Null without an answer, and while
 * the question is open and a request may still change it.
 */
export function verdictOf(
  findings: readonly Finding[],
  keys: readonly KeyFacts[],
  isOpen: boolean,
): ConnectionCheck['verdict'] {
  const states = new Set(findings.map(({ state }) => state));
  const suspended = keys.find(({ state }) => state === 'suspended');
  const isSuspended = suspended !== undefined && keys.every(({ state }) => state !== 'on');
  const state = isSuspended ? 'suspended' : ConnectionState.options.find((each) => states.has(each));
  if (!isSuspended && (!state || (isOpen && !SHOWN.includes(state)))) return null;
  return {
    state: state ?? 'unknown',
    why: state === 'suspended' ? (suspended?.why ?? null) : null,
    lists: LISTS.filter((list) => findings.some(({ lists }) => lists.includes(list))),
    failed_before: findings.some(({ failedBefore }) => failedBefore),
    hidden_lists: LISTS.filter((list) => keys.some((key) => key.state === 'on' && key.hiddenLists.includes(list))),
  };
}
