import { rulesFor } from '#lib/fuzzy-keys/setup/client-config.ts';
import { FREE_FEED_OFF, rulesAndWeights } from './files.ts';
import type { GuideFile, GuideOptions } from './guide.ts';
import { DEFAULTS, LIBRARY, WRITING } from './shell.ts';

/** How the commands of a platform reach its files and its Rspamd. */
export type Machine = {
  options: GuideOptions;
  files: readonly GuideFile[];
  /** the command that reads the script: a shell, here or in a container */
  shell?: string;
  /** commands before the files, such as `cd` */
  before?: readonly string[];
  /** the body of `adm`, `apply` and `reads` (shell.ts) */
  adm: string;
  apply?: string;
  reads?: string;
  /** files in which rules of others may stand, as the commands see them */
  places: readonly string[];
  /** more of what an older guide wrote into files that it had as a whole */
  chunks?: readonly string[];
  /** the change that makes Rspamd read our files, if it reads nothing of them */
  hint?: string;
  /** commands that make Rspamd load its configuration */
  load: readonly string[];
  /** commands before `load` when the guide is undone */
  unload?: readonly string[];
  /** a command that the outer shell runs if the script succeeds */
  then?: string;
};

/**
 * One command that writes files and our lines, asks what Rspamd has loaded then, and reloads. If that is not what it
 * should be, it puts everything back and exits with 1.
 */
export const installing = (machine: Machine): string => wrapped(connecting(machine), machine);

/** One command that takes out what `installing` wrote. */
export const undoing = (machine: Machine): string => wrapped(disconnecting(machine), machine);

const wrapped = (lines: readonly string[], { shell = 'sh -eu', then }: Pick<Machine, 'shell' | 'then'>): string =>
  [`${shell} <<'SCRIPT'${then ? ` && ${then}` : ''}`, ...lines, 'SCRIPT'].join('\n');

/** The script that `installing` runs. */
export const connecting = (machine: Machine): string[] => [
  ...beginning(machine, 'install'),
  'loaded > $t/before',
  ...machine.files.flatMap(taking),
  ...machine.files.filter(({ line }) => !line).map((file) => owning(file)),
  REHEARSED,
  'apply || stop "Rspamd could not be given the files: see above."',
  'check',
  'if [ -n "$changed" ] || [ -z "${RSPAMD_PREMIUM_CALM-}" ]; then load || stop "Rspamd did not reload: see its log."; fi',
  'kept=1',
  'report',
];

/** The script that `undoing` runs. */
export const disconnecting = (machine: Machine): string[] => [
  ...beginning(machine, 'undo'),
  ...machine.files.flatMap(taking),
  ...machine.files.filter(({ line }) => !line).map(({ path }) => `disown ${path}`),
  REHEARSED,
  ...(machine.unload ?? []),
  'kept=1',
  'apply',
  'if [ -n "$changed" ] || [ -z "${RSPAMD_PREMIUM_CALM-}" ]; then adm configtest -s; load; fi',
];

/** A command that writes files of our own where no Rspamd runs, and then runs others. */
export const writing = (files: readonly GuideFile[], after: readonly string[]): string =>
  wrapped([DEFAULTS, WRITING, ...files.map((file) => owning(file, 'WHOLE')), ...after, 'kept=1'], {});

/** A command that runs others, and then removes the files that `writing` wrote. */
export const unwriting = (files: readonly GuideFile[], before: readonly string[]): string =>
  wrapped([DEFAULTS, WRITING, ...before, ...files.map(({ path }) => `disown ${path}`)], {});

/** Ansible's check mode ends here: it has said what would be written. */
const REHEARSED = '[ -z "${RSPAMD_PREMIUM_DRY-}" ] || exit 0';

const beginning = (
  { options, files, before = [], adm, apply, reads, places, chunks = [], load, hint = NO_HINT }: Machine,
  doing: 'install' | 'undo',
): string[] => {
  const rules = rulesFor(options.contacts, options.forbiddenFlags);
  return [
    ...before,
    DEFAULTS,
    `adm() { ${adm}; }`,
    ...(apply ? [`apply() { ${apply}; }`] : []),
    ...(reads ? [`reads() { ${reads}; }`] : []),
    `load() { ${load.join(' && ')}; }`,
    LIBRARY,
    `doing=${doing} hint='${hint}'`,
    `places='${places.join(' ')}'`,
    `ours='${files.map(({ path }) => path).join(' ')}'`,
    heredoc('$t/rules', rules.map(({ name }) => `${name} ${options.publicKey}`).join('\n')),
    heredoc('$t/weights', rules.map(({ symbol, weight }) => `${symbol} ${weight}`).join('\n')),
    heredoc('$t/chunks', chunksOf(options, chunks)),
  ];
};

const NO_HINT = 'remove the file that replaces the rules (rspamadm configdump fuzzy_check)';

const heredoc = (path: string, text: string) => [`cat > ${path} <<'END'`, ...(text ? [text] : []), 'END'].join('\n');

/** The rule for one file of others. Without an override folder there is `-`. */
const taking = ({ path, line }: GuideFile): string[] =>
  line ? [`line ${path} ${line.override ?? '-'} '${line.text}' ${line.includes} ${line.key}`] : [];

const owning = ({ path, content, mode, group, isOnce }: GuideFile, end = 'END'): string => {
  const call = ['own', path, mode ?? '0644', ...(group ? [group] : [])].join(' ');
  return [`${isOnce ? `[ -e ${path} ] || ` : ''}${call} <<'${end}'`, content.trimEnd(), end].join('\n');
};

/** What older guides wrote into files that they had as a whole, in pieces that an owner may have left as they were. */
function chunksOf(options: GuideOptions, more: readonly string[]): string {
  const { weights } = rulesAndWeights({ ...options, forbiddenFlags: [] });
  const entries = weights.match(/^ {2}"\w+" \{\n[^}]*\n {2}\}$|^ {2}["#].*$/gm) ?? [];
  const forMailu = entries.map((entry) => entry.replace(/^ {2}"/, '  symbol "'));
  const wrappers = ['symbols = {\n}', 'group "fuzzy" {\n}'];
  return [...entries, ...forMailu, ...wrappers, FREE_FEED_OFF, ...more].map((chunk) => `${chunk}\n--`).join('\n');
}
