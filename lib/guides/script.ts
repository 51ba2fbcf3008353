import { MARK } from './files.ts';
import type { GuideFile } from './guide.ts';

type Script = {
  /** the command that reads the script: a shell, here or in a container */
  shell?: string;
  /** commands before the files, such as `cd` */
  before?: readonly string[];
  files: readonly GuideFile[];
  /** commands after the files */
  after?: readonly string[];
  /** a command that the outer shell runs if the script succeeds */
  then?: string;
};

/** One command that writes files and keeps a copy of what they replace. It stops at the first error. */
export const installing = ({ files, ...rest }: Script): string => wrapped(files.map(written), rest);

/** One command that removes files and restores what they replaced. */
export const undoing = ({ files, ...rest }: Script): string => wrapped(files.map(restored), rest);

const wrapped = (
  lines: readonly string[],
  { shell = 'sh -eu', before = [], after = [], then }: Omit<Script, 'files'>,
): string => [`${shell} <<'SCRIPT'${then ? ` && ${then}` : ''}`, ...before, ...lines, ...after, 'SCRIPT'].join('\n');

/** A warning, because a person's own rules in a replaced file stop working. */
const REPLACED = 'Replaced a file. Copy what you still need from';

/** Does not copy a file that an earlier run wrote, because that would overwrite the copy of the original. */
const written = ({ path, content, mode, group }: GuideFile): string =>
  [
    `mkdir -p ${folderOf(path)}`,
    `[ ! -e ${path} ] || grep -q '^${MARK}' ${path} || { cp -p ${path} ${path}.before; echo "${REPLACED} ${path}.before"; }`,
    ...(mode ? [`install -m ${mode}${group ? ` -g ${group}` : ''} /dev/null ${path}`] : []),
    `cat > ${path} <<'END'`,
    content.trimEnd(),
    'END',
  ].join('\n');

const restored = ({ path }: GuideFile): string =>
  `if [ -e ${path}.before ]; then mv ${path}.before ${path}; else rm -f ${path}; fi`;

const folderOf = (path: string) => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.');
