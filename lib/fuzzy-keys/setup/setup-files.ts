import type { Contacts } from '#lib/base/settings/site.ts';
import { fuzzyCheckConfig, rulesFor, type FuzzyRule } from './client-config.ts';

/** A file as the setup guide shows it; with a `mode` if others must not read it. */
export type SetupFile = { path: string; content: string; mode?: '0600' };

/** Shown instead of a key to visitors who are not logged in. */
export const PLACEHOLDER_KEY = 'YOUR_API_KEY';

/** Login and password of the repository: the first 8 and the last 8 characters of the key. */
export const repositoryLogin = (publicKey: string): { login: string; password: string } =>
  publicKey === PLACEHOLDER_KEY
    ? { login: 'FIRST_8_OF_KEY', password: 'LAST_8_OF_KEY' }
    : { login: publicKey.slice(0, 8), password: publicKey.slice(-8) };

/** The two configuration files of the fuzzy service, as `rspamadm configtest -s` accepts them. */
export const fuzzyFiles = (
  publicKey: string,
  contacts: Contacts,
  forbiddenFlags: readonly number[] = [],
): { check: SetupFile; group: SetupFile } => ({
  check: {
    path: '/etc/rspamd/local.d/fuzzy_check.conf',
    content: fuzzyCheckConfig(publicKey, contacts, forbiddenFlags),
  },
  group: { path: '/etc/rspamd/local.d/fuzzy_group.conf', content: fuzzyGroup(rulesFor(contacts, forbiddenFlags)) },
});

const fuzzyGroup = (rules: readonly FuzzyRule[]): string => `# /etc/rspamd/local.d/fuzzy_group.conf
symbols = {
${rules.map(weightOf).join('')}  # Never fire while skip_unknown = yes; listed so that rspamadm configtest has nothing to say.
${rules.map(unknownOf).join('')}}
`;

const weightOf = ({ symbol, weight, description }: FuzzyRule) => `  "${symbol}" {
    weight = ${weight.toFixed(1)};
    description = "${description}";
  }
`;

const unknownOf = ({ name }: FuzzyRule) =>
  `  "${name}_UNKNOWN" { weight = 0.0; description = "Unknown flag of the ${name === 'FUZZY_BULK' ? 'bulk' : 'premium'} storage"; }
`;

/** The stable repository on EL-based systems: its file, and the command to run afterwards. */
function elRepository(publicKey: string, { repositoryHost }: Contacts): { files: SetupFile[]; commands: string } {
  const { login, password } = repositoryLogin(publicKey);
  return {
    files: [
      {
        path: '/etc/yum.repos.d/rspamd.repo',
        mode: '0600',
        content: `[rspamd]
name=Rspamd stable packages
baseurl=https://${repositoryHost}/rpm-stable/el-$releasever/$basearch/
username=${login}
password=${password}
gpgcheck=1
repo_gpgcheck=1
gpgkey=https://${repositoryHost}/gpg.key
enabled=1
`,
      },
    ],
    commands: 'dnf install rspamd',
  };
}

/** The stable repository on Debian-based systems. The codename comes from the system's `/etc/os-release`. */
function debianRepository(publicKey: string, { repositoryHost }: Contacts): { files: SetupFile[]; commands: string } {
  const { login, password } = repositoryLogin(publicKey);
  return {
    files: [
      {
        path: '/etc/apt/auth.conf.d/rspamd.conf',
        mode: '0600',
        content: `machine ${repositoryHost}/apt-stable login ${login} password ${password}
`,
      },
    ],
    commands: `install -d -m 0755 /etc/apt/keyrings
curl -fsS https://${repositoryHost}/gpg.key | gpg --dearmor -o /etc/apt/keyrings/rspamd.gpg
echo "deb [signed-by=/etc/apt/keyrings/rspamd.gpg] https://${repositoryHost}/apt-stable/ $(. /etc/os-release && echo "$VERSION_CODENAME") main" > /etc/apt/sources.list.d/rspamd.list
apt-get update && apt-get install rspamd`,
  };
}

/** The systems that the stable repository has packages for, in the order of the guide's switch. */
export const SYSTEMS = [
  { id: 'el', label: 'EL-based', repository: elRepository },
  { id: 'debian', label: 'Debian-based', repository: debianRepository },
] as const;
export type System = (typeof SYSTEMS)[number]['id'];
