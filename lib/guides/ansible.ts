import { marked, rulesAndWeights, weighing } from './files.ts';
import type { Guide, GuideFile, GuideOptions } from './guide.ts';
import { packaged, UNIT_USER } from './packages.ts';
import { connecting, disconnecting, unwriting, writing } from './script.ts';

const PLAYBOOK = 'rspamd-premium.yml';
const VARIABLES = 'group_vars/all/rspamd_premium.yml';
const ROLE = 'roles/rspamd_premium';
const CHECK = `ansible-playbook ${PLAYBOOK} --check </dev/null`;
const RELOAD = `ansible-playbook ${PLAYBOOK} </dev/null`;
const [RULES, WEIGHTS] = ['rspamd_premium_rules.inc.j2', 'rspamd_premium_weights.inc.j2'];
/** What older roles had. */
const OLD = ['handlers/main.yml', 'templates/fuzzy_check.conf.j2', 'templates/fuzzy_group.conf.j2'];
const NO_CHANGE = 'Nothing to change.';

/** The hosts run the same script as by hand. It says in check mode what it would write. */
const TASKS = `- name: Connect Rspamd, or disconnect it
  ansible.builtin.command:
    cmd: sh -eu
    stdin: "{{ lookup('ansible.builtin.template', rspamd_premium_state + '.sh.j2') }}"
  environment:
    RSPAMD_PREMIUM_CALM: "1"
    RSPAMD_PREMIUM_DRY: "{{ ansible_check_mode | ternary('1', '') }}"
  check_mode: false
  register: rspamd_premium
  changed_when: "'${NO_CHANGE}' not in rspamd_premium.stdout"`;

const DEFAULTS = `rspamd_premium_state: present
rspamd_premium_folder: /etc/rspamd
rspamd_premium_reload: systemctl reload rspamd`;

/** A role, and a playbook that applies it. The key is a variable, so that it can be kept in Ansible Vault. */
export function ansibleGuide(options: GuideOptions): Guide {
  const onHosts = { ...options, publicKey: '{{ rspamd_premium_key }}' };
  const { rules, weights } = rulesAndWeights(onHosts);
  const machine = packaged('{{ rspamd_premium_folder }}', UNIT_USER, onHosts);
  const templated = machine.files.map((file): GuideFile => {
    if (file.line) return file;
    const content = `{{ lookup('ansible.builtin.template', '${file.isWeights ? WEIGHTS : RULES}') | trim }}`;
    return { ...file, content };
  });
  const role = { ...machine, files: templated, load: ['{{ rspamd_premium_reload }}'] };
  const script = (lines: readonly string[]) =>
    [...lines, `[ -n "$changed" ] || echo '${NO_CHANGE}'`]
      .join('\n')
      .replace('|| exit 0', `|| { [ -n "$changed" ] || echo '${NO_CHANGE}'; exit 0; }`);
  const files: GuideFile[] = [
    { ...marked(VARIABLES, `rspamd_premium_key: ${options.publicKey}`), mode: '0600' },
    { ...marked(PLAYBOOK, '- hosts: mail\n  become: true\n  roles: [rspamd_premium]'), isOnce: true },
    marked(`${ROLE}/defaults/main.yml`, DEFAULTS),
    marked(`${ROLE}/tasks/main.yml`, TASKS),
    marked(`${ROLE}/templates/${RULES}`, rules),
    weighing(`${ROLE}/templates/${WEIGHTS}`, weights),
    { ...marked(`${ROLE}/templates/present.sh.j2`, script(connecting(role))), isScript: true },
    { ...marked(`${ROLE}/templates/absent.sh.j2`, script(disconnecting(role))), isScript: true },
  ];
  return {
    id: 'ansible',
    name: 'Ansible',
    service: 'rspamd on the hosts of the group mail',
    where: 'in the folder of your playbooks',
    files,
    install: writing(files, [...OLD.map((name) => `disown ${ROLE}/${name}`), CHECK, RELOAD]),
    check: CHECK,
    reload: RELOAD,
    scan: 'rspamc',
    undo: unwriting(files, [`ansible-playbook ${PLAYBOOK} -e rspamd_premium_state=absent </dev/null`]),
    packages: 'either',
    trap: `A playbook in git shows the key to all who read it, so run ansible-vault encrypt ${VARIABLES} before you commit.`,
    source: 'https://docs.ansible.com/ansible/latest/vault_guide/vault_encrypting_content.html',
  };
}
