import { gzipSync } from 'node:zlib';
import { createTar, type TarFileInput } from 'nanotar';
import type { Guide } from './guide.ts';

/** The time of every entry, so that the same guide gives the same bytes. 1980 is the earliest that all tools accept. */
const MTIME = Date.UTC(1980, 0, 1);

/** A tar header has this many bytes for a name. The library cuts longer names. */
const LONGEST_NAME = 100;

/**
 * A guide as a tar.gz with one folder: README, the install and undo commands as scripts, and the files in `files`.
 * Ansible's files are where a playbook expects them. Only the owner can read the files that hold the key.
 */
export function guideArchive(guide: Guide): { fileName: string; bytes: Uint8Array<ArrayBuffer> } {
  const folder = `rspamd-premium-${guide.id}`;
  const isRole = guide.id === 'ansible';
  const entries: TarFileInput[] = [
    { name: 'README', data: readme(guide), attrs: { mode: '644' } },
    ...(isRole ? [] : scripts(guide)),
    ...guide.files.map(({ path, content }) => ({
      name: isRole ? path : `files/${path.slice(path.lastIndexOf('/') + 1)}`,
      data: content,
      attrs: { mode: '600' },
    })),
  ];
  const attrs = { uid: 0, gid: 0, user: 'root', group: 'root', mtime: MTIME };
  const named = entries.map((entry) => ({ ...entry, name: `${folder}/${entry.name}` }));
  const tooLong = named.find(({ name }) => name.length > LONGEST_NAME);
  if (tooLong) throw new Error(`${tooLong.name} is too long for a tar archive`);
  const tar = createTar(named, { attrs });
  return { fileName: `${folder}.tar.gz`, bytes: new Uint8Array(gzipSync(tar)) };
}

const scripts = ({ install, undo }: Guide): TarFileInput[] =>
  Object.entries({ install, undo }).map(([name, command]) => ({
    name: `${name}.sh`,
    data: `#!/bin/sh -eu\n${command}\n`,
    attrs: { mode: '700' },
  }));

function readme(guide: Guide): string {
  const { name, where, service, files, check, reload, trap, source } = guide;
  const steps =
    guide.id === 'ansible'
      ? [
          'Check:   ansible-playbook -i INVENTORY rspamd-premium.yml --check',
          'Install: ansible-playbook -i INVENTORY rspamd-premium.yml',
          'Undo:    ansible-playbook -i INVENTORY rspamd-premium.yml -e rspamd_premium_state=absent',
        ]
      : ['Install: ./install.sh', `Check:   ${check}`, `Reload:  ${reload}`, 'Undo:    ./undo.sh'];
  return `Rspamd Premium for ${name}

Run it ${where}.
Service: ${service}

${steps.join('\n')}

Files:
${files.map(({ path }) => `  ${path}`).join('\n')}

Beware: ${trap}
Documentation: ${source}
`;
}
