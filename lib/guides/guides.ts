import { ansibleGuide } from './ansible.ts';
import { dockerMailserverGuide } from './docker-mailserver.ts';
import { filesIn } from './files.ts';
import type { Guide, GuideOptions } from './guide.ts';
import { mailuGuide } from './mailu.ts';
import { nethserverGuide } from './nethserver.ts';
import { nixosGuide } from './nixos.ts';
import { otherFilterGuide } from './other-filter.ts';
import { packageGuides } from './packages.ts';
import { installing, undoing } from './script.ts';

const HOME = '/opt/mailcow-dockerized';
const FOLDER = `${HOME}/data/conf/rspamd`;
const CHECK = 'docker compose exec -T rspamd-mailcow rspamadm configtest -s </dev/null';
const RELOAD = 'docker compose restart rspamd-mailcow';

/** mailcow tracks its own `local.d/fuzzy_check.conf` with two rules, and ignores unknown files in `override.d`. */
function mailcowGuide(options: GuideOptions): Guide {
  const files = filesIn({ folder: `${FOLDER}/override.d`, named: '$LOCAL_CONFDIR/override.d' }, options);
  const machine = {
    options,
    files,
    before: [`cd ${HOME}`],
    adm: 'docker compose exec -T rspamd-mailcow rspamadm "$@" </dev/null',
    places: ['override.d', 'local.d'].flatMap((folder) => [
      `${FOLDER}/${folder}/fuzzy_check.conf`,
      `${FOLDER}/${folder}/fuzzy_group.conf`,
    ]),
    load: [RELOAD],
  };
  return {
    id: 'mailcow',
    name: 'mailcow',
    service: 'rspamd-mailcow',
    where: `in ${HOME}, as root`,
    files,
    install: installing(machine),
    check: CHECK,
    reload: RELOAD,
    scan: 'docker compose exec -T rspamd-mailcow rspamc',
    undo: undoing(machine),
    packages: 'own',
    trap: 'mailcow updates overwrite local.d, so the command puts your rules in override.d, and includes them there by one line.',
    source: 'https://github.com/mailcow/mailcow-dockerized/tree/master/data/conf/rspamd',
  };
}

/** The guides for all platforms, in the order of the tabs. */
export const guidesFor = (options: GuideOptions): Guide[] => [
  ...packageGuides(options),
  mailcowGuide(options),
  dockerMailserverGuide(options),
  mailuGuide(options),
  nethserverGuide(options),
  nixosGuide(options),
  ansibleGuide(options),
  otherFilterGuide(options),
];
