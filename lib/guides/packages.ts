import { filesIn } from './files.ts';
import type { Guide, GuideOptions } from './guide.ts';
import { installing, undoing, type Machine } from './script.ts';

type Package = Pick<Guide, 'id' | 'name' | 'service' | 'where' | 'trap' | 'source' | 'packages'> & {
  etc: string;
  shell: string;
  reload: string;
  reader: Reader;
};

/** Who reads the configuration: before the script, `adm` and `reads`, and who else may read the file with the key. */
type Reader = Pick<Machine, 'adm' | 'reads'> & { before: string[]; secret: { mode: '0640'; group?: string } };

const CHECK = 'rspamadm configtest -s';

/** The systemd unit runs Rspamd as a user of its own from the beginning, so that user reads the files. */
export const UNIT_USER: Reader = {
  before: [
    'user=$(systemctl show -p User --value rspamd 2>/dev/null || :)',
    'user=${user:-_rspamd}',
    'id -u "$user" >/dev/null 2>&1 || user=root',
  ],
  adm: 'runuser -u "$user" -- rspamadm "$@" </dev/null',
  reads: 'runuser -u "$user" -- test -r "$1"',
  secret: { mode: '0640', group: '"$(id -gn "$user")"' },
};

/** Root reads the files, and Rspamd becomes another user afterwards. */
const ROOT: Reader = { before: [], adm: 'rspamadm "$@" </dev/null', secret: { mode: '0640' } };

const SYSTEMD = {
  service: 'rspamd.service',
  where: 'on each mail server',
  etc: '/etc/rspamd',
  shell: 'sudo sh -eu',
  reload: 'systemctl reload rspamd',
  reader: UNIT_USER,
};

const PACKAGES: readonly Package[] = [
  {
    ...SYSTEMD,
    id: 'debian',
    name: 'Debian, Ubuntu',
    packages: 'debian',
    trap: 'If you check by hand, run rspamadm configtest -s: without -s it accepts a key that Rspamd cannot use.',
    source: 'https://docs.rspamd.com/configuration/',
  },
  {
    ...SYSTEMD,
    id: 'el',
    name: 'EL: RHEL, Rocky, Alma',
    packages: 'el',
    trap: 'An update saves its own version of an edited stock file as .rpmnew, so change nothing outside local.d.',
    source: 'https://docs.rspamd.com/configuration/',
  },
  {
    id: 'freebsd',
    name: 'FreeBSD',
    service: 'rspamd',
    where: 'on each mail server, as root: sudo is not part of FreeBSD',
    etc: '/usr/local/etc/rspamd',
    shell: 'sh -eu',
    reload: 'service rspamd reload',
    reader: ROOT,
    packages: 'own',
    trap: 'Packages are configured in /usr/local/etc/rspamd, and a file in /etc/rspamd is never read.',
    source: 'https://www.freshports.org/mail/rspamd/',
  },
];

/** Guides for systems whose Rspamd package reads `local.d`. */
export const packageGuides = (options: GuideOptions): Guide[] =>
  PACKAGES.map(({ etc, shell, reader, ...rest }) => {
    const machine = { ...packaged(etc, reader, options), shell, load: [rest.reload] };
    return {
      ...rest,
      files: machine.files,
      check: CHECK,
      scan: 'rspamc',
      install: installing(machine),
      undo: undoing(machine),
    };
  });

/** A machine whose package of Rspamd is configured in `etc`. */
export function packaged(etc: string, reader: Reader, options: GuideOptions): Omit<Machine, 'load'> {
  const { secret, ...reading } = reader;
  const folder = `${etc}/local.d`;
  const override = `${etc}/override.d`;
  return {
    ...reading,
    options,
    files: filesIn({ folder, named: '$LOCAL_CONFDIR/local.d', override, secret }, options),
    places: [
      ...[override, folder].flatMap((each) => [`${each}/fuzzy_check.conf`, `${each}/fuzzy_group.conf`]),
      `${etc}/rspamd.conf.override`,
      `${etc}/rspamd.conf.local`,
    ],
  };
}
