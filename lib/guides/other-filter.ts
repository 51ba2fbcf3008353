import { include, lining, marked } from './files.ts';
import type { Guide, GuideFile, GuideOptions } from './guide.ts';
import { packaged, UNIT_USER } from './packages.ts';
import { installing, undoing } from './script.ts';

const ETC = '/etc/rspamd';
const FOLDER = `${ETC}/local.d`;
const CHECK = 'rspamadm configtest -s';
const RELOAD = 'systemctl reload rspamd';
/** `accept`: mail passes while Rspamd is down. */
const MILTER = '{ inet:localhost:11332, default_action=accept }';

/** For every client, only the symbols of the group `fuzzy` run. */
const SETTINGS = `premium_only {
  priority = high;
  hostname = "/./";
  apply {
    groups_enabled = ["fuzzy"];
  }
}`;

/** Only adds a header, and leaves rejecting to the filter that is already in use. */
const ACTIONS = `reject = null;
greylist = null;
add_header = 6;`;

/** A file of ours, and the line that includes it in the file of Rspamd with that name. */
function included(name: string, content: string): GuideFile[] {
  const own = `rspamd_premium_${name}.inc`;
  const line = { text: include(`$LOCAL_CONFDIR/local.d/${own}`), includes: `${FOLDER}/${own}`, key: 'none' as const };
  return [marked(`${FOLDER}/${own}`, content), lining(`${FOLDER}/${name}.conf`, line)];
}

/** Rspamd with only the fuzzy rules, as a Postfix milter beside the filter that is already in use. */
export function otherFilterGuide(options: GuideOptions): Guide {
  const machine = packaged(ETC, UNIT_USER, options);
  const files = [...machine.files, ...included('settings', SETTINGS), ...included('actions', ACTIONS)];
  const addMilter = `{ postconf -h smtpd_milters | grep -qF '${MILTER}' || postconf -e "smtpd_milters = $(postconf -h smtpd_milters) ${MILTER}"; }`;
  const removeMilter = `postconf -e "smtpd_milters = $(postconf -h smtpd_milters | sed 's/ *${MILTER}//')"`;
  const postfix = 'postfix reload';
  const whole = { ...machine, files, chunks: [SETTINGS, ACTIONS], shell: 'sudo sh -eu' };
  return {
    id: 'other-filter',
    name: 'Another filter',
    service: 'rspamd.service, as a milter of Postfix',
    where: 'on a Postfix server without Rspamd, after its package is installed',
    files,
    install: installing({ ...whole, load: [RELOAD, addMilter, postfix] }),
    check: CHECK,
    reload: RELOAD,
    scan: 'rspamc',
    undo: undoing({ ...whole, unload: [removeMilter, postfix], load: [RELOAD] }),
    packages: 'either',
    trap: 'Proxmox Mail Gateway and Plesk write main.cf themselves, so the milter belongs in their templates, and the Exim of cPanel has no milters.',
    source: 'https://www.postfix.org/MILTER_README.html',
  };
}
