import { filesIn } from './files.ts';
import type { Guide, GuideOptions } from './guide.ts';
import { installing, undoing } from './script.ts';

type Package = Pick<Guide, 'id' | 'name' | 'service' | 'where' | 'trap' | 'source'> & {
  folder: string;
  shell: string;
  reload: string;
};

const CHECK = 'rspamadm configtest -s';

const SYSTEMD = {
  service: 'rspamd.service',
  where: 'on each mail server',
  folder: '/etc/rspamd/local.d',
  shell: 'sudo sh -eu',
  reload: 'systemctl reload rspamd',
};

const PACKAGES: readonly Package[] = [
  {
    ...SYSTEMD,
    id: 'debian',
    name: 'Debian, Ubuntu',
    trap: 'Without -s, rspamadm configtest accepts a key that Rspamd cannot use.',
    source: 'https://docs.rspamd.com/configuration/',
  },
  {
    ...SYSTEMD,
    id: 'el',
    name: 'EL: RHEL, Rocky, Alma',
    trap: 'An update saves its own version of an edited stock file as .rpmnew, so change nothing outside local.d.',
    source: 'https://docs.rspamd.com/configuration/',
  },
  {
    id: 'freebsd',
    name: 'FreeBSD',
    service: 'rspamd',
    where: 'on each mail server, as root: sudo is not part of FreeBSD',
    folder: '/usr/local/etc/rspamd/local.d',
    shell: 'sh -eu',
    reload: 'service rspamd reload',
    trap: 'Packages are configured in /usr/local/etc/rspamd, and a file in /etc/rspamd is never read.',
    source: 'https://www.freshports.org/mail/rspamd/',
  },
];

/** Guides for systems whose Rspamd package reads `local.d`. */
export const packageGuides = (options: GuideOptions): Guide[] =>
  PACKAGES.map(({ folder, shell, ...rest }) => {
    const files = filesIn(folder, options);
    const after = [CHECK, rest.reload];
    return {
      ...rest,
      files,
      check: CHECK,
      install: installing({ shell, files, after }),
      undo: undoing({ shell, files, after }),
    };
  });
