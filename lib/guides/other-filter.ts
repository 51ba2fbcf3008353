import { filesIn, marked } from './files.ts';
import type { Guide, GuideOptions } from './guide.ts';
import { installing, undoing } from './script.ts';

const FOLDER = '/etc/rspamd/local.d';
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

/** Rspamd with only the fuzzy rules, as a Postfix milter beside the filter that is already in use. */
export function otherFilterGuide(options: GuideOptions): Guide {
  const files = [
    ...filesIn(FOLDER, options),
    marked(`${FOLDER}/settings.conf`, SETTINGS),
    marked(`${FOLDER}/actions.conf`, ACTIONS),
  ];
  const addMilter = `postconf -h smtpd_milters | grep -qF '${MILTER}' || postconf -e "smtpd_milters = $(postconf -h smtpd_milters) ${MILTER}"`;
  const removeMilter = `postconf -e "smtpd_milters = $(postconf -h smtpd_milters | sed 's/ *${MILTER}//')"`;
  return {
    id: 'other-filter',
    name: 'Another filter',
    service: 'rspamd.service, as a milter of Postfix',
    where: 'on a Postfix server without Rspamd, after its package is installed',
    files,
    install: installing({ shell: 'sudo sh -eu', files, after: [CHECK, RELOAD, addMilter, 'postfix reload'] }),
    check: CHECK,
    reload: RELOAD,
    undo: undoing({ shell: 'sudo sh -eu', files, after: [removeMilter, 'postfix reload', CHECK, RELOAD] }),
    trap: 'Proxmox Mail Gateway and Plesk write main.cf themselves, so the milter belongs in their templates, and the Exim of cPanel has no milters.',
    source: 'https://www.postfix.org/MILTER_README.html',
  };
}
