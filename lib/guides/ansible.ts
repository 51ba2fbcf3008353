import { marked, rulesAndWeights, weighing } from './files.ts';
import type { Guide, GuideFile, GuideOptions } from './guide.ts';
import { installing, undoing } from './script.ts';

const PLAYBOOK = 'rspamd-premium.yml';
const VARIABLES = 'group_vars/all/rspamd_premium.yml';
const ROLE = 'roles/rspamd_premium';
const CHECK = `ansible-playbook ${PLAYBOOK} --check </dev/null`;
const RELOAD = `ansible-playbook ${PLAYBOOK} </dev/null`;

const TASKS = `- name: Write rules and weights
  ansible.builtin.template:
    src: "{{ item }}.j2"
    dest: "{{ rspamd_premium_folder }}/{{ item }}"
    mode: "0644"
    backup: true
  loop: "{{ rspamd_premium_files }}"
  when: rspamd_premium_state == 'present'
  diff: false
  notify: Check and reload Rspamd

- name: Remove rules and weights
  ansible.builtin.file:
    path: "{{ rspamd_premium_folder }}/{{ item }}"
    state: absent
  loop: "{{ rspamd_premium_files }}"
  when: rspamd_premium_state == 'absent'
  notify: Check and reload Rspamd`;

const HANDLERS = `- name: Check the configuration
  ansible.builtin.command: rspamadm configtest -s
  changed_when: false
  listen: Check and reload Rspamd

- name: Reload Rspamd
  ansible.builtin.service:
    name: rspamd
    state: reloaded
    use: "{{ rspamd_premium_service_manager }}"
  listen: Check and reload Rspamd`;

const DEFAULTS = `rspamd_premium_state: present
rspamd_premium_folder: /etc/rspamd/local.d
rspamd_premium_files: [fuzzy_check.conf, fuzzy_group.conf]
rspamd_premium_service_manager: auto`;

/** A role, and a playbook that applies it. The key is a variable, so that it can be kept in Ansible Vault. */
export function ansibleGuide(options: GuideOptions): Guide {
  const { rules, weights } = rulesAndWeights({ ...options, publicKey: '{{ rspamd_premium_key }}' });
  const files: GuideFile[] = [
    { ...marked(VARIABLES, `rspamd_premium_key: ${options.publicKey}`), mode: '0600' },
    marked(PLAYBOOK, '- hosts: mail\n  become: true\n  roles: [rspamd_premium]'),
    marked(`${ROLE}/defaults/main.yml`, DEFAULTS),
    marked(`${ROLE}/tasks/main.yml`, TASKS),
    marked(`${ROLE}/handlers/main.yml`, HANDLERS),
    marked(`${ROLE}/templates/fuzzy_check.conf.j2`, rules),
    weighing(`${ROLE}/templates/fuzzy_group.conf.j2`, weights),
  ];
  return {
    id: 'ansible',
    name: 'Ansible',
    service: 'rspamd on the hosts of the group mail',
    where: 'in the folder of your playbooks',
    files,
    install: installing({ files, after: [CHECK, RELOAD] }),
    check: CHECK,
    reload: RELOAD,
    undo: undoing({ before: [`ansible-playbook ${PLAYBOOK} -e rspamd_premium_state=absent </dev/null`], files }),
    trap: `A playbook in git shows the key to all who read it, so run ansible-vault encrypt ${VARIABLES} before you commit.`,
    source: 'https://docs.ansible.com/ansible/latest/vault_guide/vault_encrypting_content.html',
  };
}
