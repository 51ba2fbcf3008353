import { guidesFor } from '#lib/guides/guides.ts';
import type { Guide, GuideOptions } from '#lib/guides/guide.ts';
import type { Platform } from '#lib/guides/schema.ts';
import { localContacts } from '#lib/testing/contacts.ts';
import type { Loaded } from './loaded.ts';
import type { Machine } from './machine.ts';
import { OWN_RULE, OWN_WEIGHTS, OWNERS, usualPlace, type OwnFiles } from './trees.ts';

/** Two keys: that of last year, and that after a rotation. Rspamd accepts both. */
const KEYS = [
  'k4nz984k36xmcynm1hr9kdbn6jhcxf4ggbrb1quay7f88rpm9kay',
  'icy63itbhhni8bq15ntp5n5symuixf73s1kpjh6skaq4e7nx5fiy',
] as const;
const [OLD, NEW] = KEYS;

/** What is wrong with a cell, or why it cannot exist. Nothing if it is right. */
export type Verdict = { wrong: string } | { impossible: string } | undefined;
type Cell = (machine: Machine, platform: Platform) => Verdict;

function guideOf(platform: Platform, options: Partial<GuideOptions> = {}): Guide {
  const servers = { fuzzyServers: '127.0.0.1:11335', fuzzyBulkServers: '127.0.0.1:11336' };
  const all = { publicKey: NEW, contacts: { ...localContacts, ...servers }, forbiddenFlags: [], ...options };
  const guide = guidesFor({ freeFeed: 'on', ...all }).find(({ id }) => id === platform);
  if (!guide) throw new Error(`No guide for ${platform}`);
  return guide;
}

class Wrong extends Error {}
const must = (isTrue: boolean, otherwise: string) => {
  if (!isTrue) throw new Wrong(otherwise);
};

/** Both rules with the key, their weights, the module on, and the owner's rules as they were. */
function mustBeLoaded(machine: Machine, key: string, own = false): Loaded {
  const loaded = machine.loaded();
  const { rules, scores, isOn, configtest } = loaded;
  for (const rule of ['FUZZY_PLUS', 'FUZZY_BULK']) must(rules[rule] === key, `${rule} is ${rules[rule] ?? 'missing'}`);
  must(scores.FUZZY_PLUS_DENIED === 10, `FUZZY_PLUS_DENIED weighs ${scores.FUZZY_PLUS_DENIED}`);
  must(scores.FUZZY_BULK === 0.1, `FUZZY_BULK weighs ${scores.FUZZY_BULK}`);
  must(isOn, 'the module is off');
  // Rspamd 4.1 also warns about the owner's two writable rules with one flag.
  must(/^syntax OK$/m.test(configtest), configtest);
  if (own) mustBeOwn(loaded);
  return loaded;
}

function mustBeOwn({ rules, scores }: Pick<Loaded, 'rules' | 'scores'>): void {
  must('local' in rules, 'the own rule is gone');
  must(scores.OWN_DENIED === 7 && scores.OWN_SPAM === 3, `own weights: ${scores.OWN_DENIED}, ${scores.OWN_SPAM}`);
}

function mustPass(machine: Machine, command: string, umask?: string): void {
  const { status, said, told } = machine.run(command, umask);
  must(status === 0, `exit ${status}: ${said || told}`);
}

// Ansible prints what a host says as JSON.
const sentences = (said: string) =>
  said
    .replaceAll('\\"', '"')
    .split('\n')
    .filter((line) => line.includes('Rspamd Premium: nothing was changed'));

/** The command changes nothing, and its one sentence names `file` and `change`. */
function mustRefuse(machine: Machine, command: string, ...words: string[]): void {
  const before = machine.files();
  const { status, said, told } = machine.run(command);
  must(status !== 0, 'exit 0');
  const all = sentences(said + told);
  must(all.length > 0, `no sentence: ${said}${told}`);
  for (const word of words)
    must(
      all.some((line) => line.includes(word)),
      `does not name ${word}: ${all[0]}`,
    );
  mustBeSame(before, machine.files());
}

function mustBeSame(before: Record<string, string>, after: Record<string, string>): void {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const differs = names.filter((name) => before[name] !== after[name]);
  must(differs.length === 0, `differs: ${differs.join(', ')}`);
}

/** What is outside our marks. */
const unmarked = (text: string) => text.replace(/# Rspamd Premium begins[^]*# Rspamd Premium ends\n/, '');

function writeOwn(machine: Machine, own: OwnFiles, rules = OWN_RULE, weights = OWN_WEIGHTS): () => void {
  const files = own.files(rules, weights);
  for (const [file, content] of Object.entries(files)) machine.write(file, content);
  return () => {
    for (const [file, content] of Object.entries(files)) {
      const now = unmarked(machine.read(file));
      must(now === content || now === `${content}\n`, `changed outside its marks: ${file}`);
    }
  };
}

const own =
  (kind: 'local' | 'override'): Cell =>
  (machine, platform) => {
    const place = OWNERS[platform][kind];
    if ('impossible' in place) return place;
    const mustStay = writeOwn(machine, place);
    mustPass(machine, guideOf(platform).install);
    mustBeLoaded(machine, NEW, true);
    mustStay();
    return undefined;
  };

const PUBLIC = new Set<Platform>(['mailcow', 'docker-mailserver', 'mailu', 'nethserver']);

/** The kinds of server, in the order of the columns. */
export const CELLS = {
  clean: (machine, platform) => {
    mustPass(machine, guideOf(platform).install);
    mustBeLoaded(machine, NEW);
    return undefined;
  },
  'own local rule': own('local'),
  'own override': own('override'),
  'umask 077': (machine, platform) => {
    const guide = guideOf(platform);
    mustPass(machine, guide.install, '077');
    mustBeLoaded(machine, NEW);
    if (platform === 'ansible') return undefined;
    for (const { path, content, mode } of guide.files) {
      const expected = mode?.slice(1) ?? '644';
      if (content.includes(NEW) && PUBLIC.has(platform)) must(expected === '644', `${path} is ${expected}`);
      must(machine.modeOf(path) === expected, `${path} has ${machine.modeOf(path)} instead of ${expected}`);
    }
    return undefined;
  },
  'module off': (machine, platform) => {
    const place = usualPlace(platform);
    writeOwn(machine, place, `${OWN_RULE}\nenabled = false;`);
    const { install } = guideOf(platform);
    mustRefuse(machine, install, place.rules, 'remove its line "enabled"');
    const mustStay = writeOwn(machine, place);
    mustPass(machine, install);
    mustBeLoaded(machine, NEW, true);
    mustStay();
    return undefined;
  },
  'after rotation': (machine, platform) => {
    const place = usualPlace(platform);
    writeOwn(machine, place);
    mustPass(machine, guideOf(platform, { publicKey: OLD }).install);
    mustBeLoaded(machine, OLD, true);
    // The owner writes more below our line.
    const later = OWN_RULE.replace('"local"', '"later"').replaceAll('OWN_', 'LATER_');
    const file = Object.keys(place.files(OWN_RULE, ''))[0] ?? '';
    if (platform !== 'nixos') machine.write(file, `${machine.read(file)}${later}`);
    const written = unmarked(machine.read(file));
    mustPass(machine, guideOf(platform).install);
    const { rules } = mustBeLoaded(machine, NEW, true);
    must(platform === 'nixos' || 'later' in rules, 'the later rule is gone');
    must(unmarked(machine.read(file)).trimEnd() === written.trimEnd(), 'changed outside its marks');
    return undefined;
  },
  undo: (machine, platform) => {
    const place = usualPlace(platform);
    writeOwn(machine, place);
    const before = machine.files();
    const { install, undo } = guideOf(platform);
    mustPass(machine, install);
    mustPass(machine, guideOf(platform, { publicKey: OLD }).install);
    mustPass(machine, undo);
    const after = machine.files();
    // configuration.nix still imports our module, so an empty one stays.
    if (platform === 'nixos') delete after['/tree/etc/nixos/rspamd-premium.nix'];
    mustBeSame(before, after);
    const loaded = machine.loaded();
    must(!('FUZZY_PLUS' in loaded.rules), 'our rule is still there');
    mustBeOwn(loaded);
    return undefined;
  },
  'unknown name': (machine, platform) => {
    writeOwn(machine, usualPlace(platform));
    const contacts = {
      ...localContacts,
      fuzzyServers: 'fuzzy1.nowhere.invalid:11335',
      fuzzyBulkServers: '127.0.0.1:1',
    };
    mustRefuse(
      machine,
      guideOf(platform, { contacts }).install,
      'fuzzy1.nowhere.invalid does not resolve',
      'mend its DNS',
    );
    mustBeOwn(machine.loaded());
    mustPass(machine, guideOf(platform).install);
    mustBeLoaded(machine, NEW, true);
    return undefined;
  },
  'key of last year': (machine, platform) => {
    const place = usualPlace(platform);
    const old = `rule "FUZZY_PLUS" {\n  servers = "127.0.0.1:11335"; encryption_key = "${OLD}"; symbol = "X";\n  fuzzy_map = { FUZZY_PLUS_DENIED { max_score = 20; flag = 8; } }\n}\n`;
    writeOwn(machine, place, `${old}${OWN_RULE}`);
    const { install } = guideOf(platform);
    mustRefuse(machine, install, place.rules, 'a rule FUZZY_PLUS of its own', 'remove that rule');
    writeOwn(machine, place);
    mustPass(machine, install);
    mustBeLoaded(machine, NEW, true);
    return undefined;
  },
} satisfies Record<string, Cell>;
export type Kind = keyof typeof CELLS;
export const KINDS = Object.keys(CELLS) as Kind[];

/** Judges one cell on a fresh machine. */
export function judge(machine: Machine, platform: Platform, kind: Kind): Verdict {
  try {
    return CELLS[kind](machine, platform);
  } catch (error) {
    if (error instanceof Wrong) return { wrong: error.message };
    throw error;
  }
}
