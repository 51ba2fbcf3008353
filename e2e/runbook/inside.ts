/**
 * `node e2e/runbook/inside.ts FOLDER FIRST SECOND`: the rehearsal on its own machine (machine.ts). Sets production up
 * with the first archive by the commands of docs/operations.md and nothing else, buys, matches a message, loses data and
 * restores, upgrades to the second archive and rolls back. Throws at the first thing that is not as promised.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '#dev/stack/folders.ts';
import { blocksOf, withValues } from './commands.ts';
import { createJourney } from './journey.ts';
import { createLoad } from './load.ts';

const [folder = '', first = '', second = ''] = process.argv.slice(2);
const SITE = 'localhost';
const ORIGIN = `https://${SITE}`;
const CERTIFICATE = '/etc/ssl/certs/rehearsal.pem';
const VALUES = {
  SITE_HOST: SITE,
  ARCHIVE: first,
  ADMIN_EMAIL: 'admin@rehearsal.test',
  MAIL_FROM: 'Rspamd Premium <support@rehearsal.test>',
  SUPPORT_MAIL: 'support@rehearsal.test',
  SECURITY_MAIL: 'security@rehearsal.test',
  SELLER_NAME: 'O’Brien & Söhne GmbH',
  SELLER_ADDRESS: '1 High Street, London',
  FUZZY_SERVERS: '127.0.0.1:11335',
  FUZZY_BULK_SERVERS: '127.0.0.1:11335',
  REPOSITORY_HOST: 'packages.rehearsal.test',
  SMTP_URL: 'smtp://127.0.0.1:1025',
  STRIPE_SECRET_KEY: `sk_test_standin_${randomBytes(16).toString('hex')}`,
};
const begun = Date.now();
const say = (text: string) => console.log(`[${Math.round((Date.now() - begun) / 1000)} s] ${text}`);

/** Runs commands in one root shell, as the document asks for. Returns what they printed. */
function shell(title: string, commands: string, changes: Partial<typeof VALUES> & Record<string, string> = {}): string {
  const log = path.join(folder, `${title.replaceAll(' ', '-')}.log`);
  const { ARCHIVE = first } = changes;
  const extra = Object.entries(changes).map(([name, value]) => `${name}='${value}'\n`);
  const text = `set -euo pipefail\n${withValues({ ...VALUES, ARCHIVE })}${extra.join('')}${commands}`;
  writeFileSync(`${log}.sh`, text, { mode: 0o600 });
  const from = Date.now();
  try {
    execFileSync('bash', ['-c', `exec >"${log}" 2>&1; . "${log}.sh"`], {
      cwd: root,
      env: {
        PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
        HOME: '/root',
        LC_ALL: 'C.UTF-8',
        DEBIAN_FRONTEND: 'noninteractive',
        CURL_CA_BUNDLE: CERTIFICATE,
        NODE_EXTRA_CA_CERTS: CERTIFICATE,
      } as unknown as NodeJS.ProcessEnv, // without NODE_ENV, as on a host
    });
  } catch {
    throw new Error(`"${title}" failed:\n${readFileSync(log, 'utf8').slice(-4000)}`);
  }
  say(`${title}: ${((Date.now() - from) / 1000).toFixed(1)} s`);
  return readFileSync(log, 'utf8');
}

/** What a fresh Debian has and this one does not: systemd as PID 1, and an empty cluster that runs. */
function becomeFresh(): void {
  const program = `exec ${process.execPath} ${path.join(root, 'e2e/runbook/systemctl.ts')} "$@"\n`;
  writeFileSync('/usr/local/bin/systemctl', `#!/bin/sh\n${program}`);
  chmodSync('/usr/local/bin/systemctl', 0o755);
  const node = `${path.dirname(process.execPath)}/node`;
  shell(
    'a fresh Debian',
    [
      'install -d -m 2775 -o postgres -g postgres /run/postgresql',
      'for each in $(pg_lsclusters -h | cut -d" " -f1-2 | tr " " /); do pg_dropcluster --stop "${each%/*}" "${each#*/}"; done',
      'pg_createcluster 15 main && pg_ctlcluster 15 main start',
      'rm -rf /var/lib/apt/lists/*', // apt-get finds the packages installed, and asks no network for newer ones
      'rm -rf /var/lib/pgbackrest/* /etc/pgbackrest.conf /var/lib/rspamd/* /var/lib/redis/*',
      `DATA_DIR=${folder}/inbox INBOX_PORT=1080 INBOX_SMTP_PORT=1025 ${node} dev/inbox/inbox.ts >${folder}/inbox.log 2>&1 &`,
      '',
    ].join('\n'),
  );
}

becomeFresh();
const emulator = blocksOf('rehearsal emulator')
  .join('')
  .replace(
    /\bnode (.*) &$/m,
    `${process.execPath} $1 >${folder}/stripe.log 2>&1 &\nuntil curl -fs -o /dev/null http://127.0.0.1:12111/_control/state; do sleep 1; done`,
  );
// The emulator starts right before the step that needs it, as the document says.
const install = blocksOf('host install').flatMap((block) =>
  block.includes('bin/stripe-setup.ts')
    ? [`(cd ${root}\n${blocksOf('rehearsal certificate').join('')}${emulator})\n`, block]
    : [block],
);
const installed = shell('install', install.join(''));
const password = /Password \(shown only once\): (\S+)/.exec(installed)?.[1] ?? '';
const ca = readFileSync(CERTIFICATE, 'utf8');
const journey = createJourney({ origin: ORIGIN, ca, shell, say });

await journey.logIn(VALUES.ADMIN_EMAIL, password);
const buyer = await journey.buy('buyer@customer.test');
await journey.setUpStorage(buyer.key);
await journey.match(buyer.key);
shell('check', blocksOf('host check').join(''));
const moment = new Date().toISOString().replace('T', ' ').replace('Z', '+00');
await journey.signUp('later@customer.test');
shell('restore', blocksOf('host restore').join(''), { MOMENT: moment });
await journey.checkRestored(buyer, 'later@customer.test');

for (const [title, archive] of [['upgrade', second] as const, ['rollback', second] as const]) {
  const load = createLoad(ORIGIN, ca);
  shell(title, blocksOf(`host ${title}`).join(''), { ARCHIVE: archive });
  const { sent, failed, slowest } = await load.stop();
  say(`${title}: ${sent} requests, ${failed.length} failed, the slowest ${slowest} ms`);
  if (sent < 100 || failed.length) throw new Error(`${title}: ${sent} sent, failed: ${failed.slice(0, 10).join('; ')}`);
  const used = execFileSync('readlink', ['/opt/rspamd-premium/current'], { encoding: 'utf8' }).trim();
  const expected = path.basename(title === 'upgrade' ? second : first, '.tar.gz');
  if (used !== expected) throw new Error(`${title}: ${used} is in use, not ${expected}`);
}
for (const step of ['new-key', 'drop-key']) shell(step, blocksOf(`host ${step}`).join(''));
await journey.match(buyer.key);
say(shell('check at the end', blocksOf('host check').join('')));
say('done');
process.exit(0); // the machine ends with this process, and all others with it
