/**
 * `node e2e/runbook/inside.ts FIRST SECOND`: the rehearsal on its own machine (machine.ts). Sets production up with the
 * first archive by the commands of docs/operations.md and nothing else, buys, matches a message, loses data and restores,
 * upgrades to the second archive and rolls back. Throws at the first thing that is not as promised.
 */
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '#dev/stack/folders.ts';
import { releaseText, type Release } from '#lib/base/settings/release.ts';
import { blocksOf, withValues } from './commands.ts';
import { composeCommands } from './compose.ts';
import { createJourney, type Journey } from './journey.ts';
import { FOLDER } from './machine.ts';

const [first = '', second = ''] = process.argv.slice(2);
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
  SALES_URL: 'https://rehearsal.test/sales',
  SELLER_NAME: 'O’Brien & Söhne GmbH',
  SELLER_ADDRESS: '1 High Street, London',
  SELLER_REGISTRATION: '09999999',
  SELLER_REGISTER_PLACE: 'Companies House, Cardiff',
  HOSTING_COUNTRY: 'DE',
  FUZZY_SERVERS: '127.0.0.1:11335',
  FUZZY_BULK_SERVERS: '127.0.0.1:11335',
  REPOSITORY_HOST: 'packages.rehearsal.test',
  SMTP_URL: 'smtp://127.0.0.1:1025',
  STRIPE_SECRET_KEY: `sk_test_standin_${randomBytes(16).toString('hex')}`,
};
const STARTED_AT_BOOT = [
  ...['rspamd-premium-web@8080', 'rspamd-premium-web@8081', 'rspamd-premium-worker', 'rspamd-premium-agent'],
  ...['rspamd-premium-backup-full.timer', 'rspamd-premium-backup-diff.timer', 'nginx', 'postgresql'],
];
const begun = Date.now();
const say = (text: string) => console.log(`[${Math.round((Date.now() - begun) / 1000)} s] ${text}`);

/** Runs commands in one root shell, as the document asks for. Resolves with what they printed. */
async function shell(title: string, commands: string, changes: Record<string, string> = {}): Promise<string> {
  const log = path.join(FOLDER, `${title.replaceAll(' ', '-')}.log`);
  const { ARCHIVE = first, ...more } = changes;
  const extra = Object.entries(more).map(([name, value]) => `${name}='${value}'\n`);
  const text = `set -euo pipefail\n${withValues({ ...VALUES, ARCHIVE })}${extra.join('')}${commands}`;
  writeFileSync(`${log}.sh`, text, { mode: 0o600 });
  const from = Date.now();
  const child = spawn('bash', ['-c', `exec >"${log}" 2>&1; . "${log}.sh"`], {
    cwd: root,
    stdio: 'ignore',
    env: {
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      HOME: '/root',
      LC_ALL: 'C.UTF-8',
      DEBIAN_FRONTEND: 'noninteractive',
      CURL_CA_BUNDLE: CERTIFICATE,
      NODE_EXTRA_CA_CERTS: CERTIFICATE,
    } as unknown as NodeJS.ProcessEnv, // without NODE_ENV, as on a host
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  const output = readFileSync(log, 'utf8');
  if (code !== 0) throw new Error(`"${title}" failed:\n${output.slice(-4000)}`);
  say(`${title}: ${((Date.now() - from) / 1000).toFixed(1)} s`);
  return output;
}

/** What a fresh Debian has: an empty cluster that runs, and nothing of an earlier installation. */
async function becomeFresh(): Promise<void> {
  const node = process.execPath;
  await shell(
    'a fresh Debian',
    [
      'for each in $(pg_lsclusters -h | cut -d" " -f1-2 | tr " " /); do pg_dropcluster "${each%/*}" "${each#*/}"; done',
      'pg_createcluster 15 main',
      'systemctl daemon-reload && systemctl start postgresql',
      'rm -rf /var/lib/apt/lists/*', // apt-get finds the packages installed, and asks no network for newer ones
      'rm -rf /var/lib/pgbackrest/* /etc/pgbackrest.conf /var/lib/rspamd/* /var/lib/redis/*',
      `DATA_DIR=${FOLDER}/inbox INBOX_PORT=1080 INBOX_SMTP_PORT=1025 ${node} dev/inbox/inbox.ts >${FOLDER}/inbox.log 2>&1 &`,
      '',
    ].join('\n'),
  );
}

/** The commands of an installation, with those of the rehearsal right before the step that needs them. */
function installation(): string {
  const emulator = blocksOf('rehearsal emulator')
    .join('')
    .replace(
      /\bnode (.*) &$/m,
      `${process.execPath} $1 >${FOLDER}/stripe.log 2>&1 &\nuntil curl -fs -o /dev/null http://127.0.0.1:12111/_control/state; do sleep 0.2; done`,
    );
  const rehearsal = `(cd ${root}\n${blocksOf('rehearsal certificate').join('')}${emulator})\n`;
  const blocks = blocksOf('host install');
  return blocks.flatMap((block) => (block.includes('bin/stripe-setup.ts') ? [rehearsal, block] : [block])).join('');
}

/** What the admin's pages call the release in an archive. */
function releaseIn(archive: string): string {
  const text = execFileSync('tar', ['-xzOf', archive, '--wildcards', '*/.next/release.json'], { encoding: 'utf8' });
  return releaseText(JSON.parse(text) as Release);
}

/** The rehearsal. Rejects at the first thing that is not as promised. */
async function rehearse(): Promise<void> {
  await becomeFresh();
  const installed = await shell('install', installation());
  await shell('over IPv6', `curl -fsS --resolve '${SITE}:443:[::1]' ${ORIGIN}/healthz`);
  const password = /Password \(shown only once\): (\S+)/.exec(installed)?.[1] ?? '';
  const ca = readFileSync(CERTIFICATE, 'utf8');
  const journey = createJourney({ origin: ORIGIN, ca, shell, say });

  await journey.logIn(VALUES.ADMIN_EMAIL, password);
  const buyer = await journey.buy('buyer@customer.test');
  await journey.setUpStorage(buyer.key);
  await journey.match(buyer.key);
  await shell('check', blocksOf('host check').join(''));
  const moment = new Date().toISOString().replace('T', ' ').replace('Z', '+00');
  await journey.signUp('later@customer.test');
  await shell('restore', blocksOf('host restore').join(''), { MOMENT: moment });
  await journey.checkRestored(buyer, 'later@customer.test');

  const [old, next] = [releaseIn(first), releaseIn(second)];
  await underLoad(journey, 'upgrade', [old, next], { ARCHIVE: second });
  await underLoad(journey, 'rollback', [next, old]);
  await underLoad(journey, 'new-key', [old]);
  await underLoad(journey, 'drop-key', [old]);
  await journey.match(buyer.key);
  say(await shell('check at the end', blocksOf('host check').join('')));
  await shell(
    'what a reboot starts',
    `for each in ${STARTED_AT_BOOT.join(' ')}; do systemctl is-enabled --quiet $each || { echo $each; exit 1; }; done`,
  );
  await shell('the backup of Compose', composeCommands());
  say('done');
}

/** Runs the block `host TITLE` under load, during which these releases answer, in this order. */
async function underLoad(
  journey: Journey,
  title: string,
  releases: string[],
  changes: Record<string, string> = {},
): Promise<void> {
  const load = journey.load();
  await shell(title, blocksOf(`host ${title}`).join(''), changes);
  const { sent, keys, failed, slowest, last, ...seen } = await load.stop();
  const answers = [...seen.releases].map(([name, count]) => `${count} by ${name}`).join(', ');
  say(`${title}: ${sent} requests, ${failed.length} failed, the slowest ${slowest} ms (${answers})`);
  if (sent < 100 || failed.length) throw new Error(`${title}: failed:\n${failed.slice(0, 10).join('\n')}`);
  if ([...seen.releases.keys()].join() !== releases.join() || last !== releases.at(-1))
    throw new Error(`${title}: the answers were expected from ${releases.join(', then ')}; the last was by ${last}`);
  const count = `SELECT count(*) FROM fuzzy_keys WHERE description LIKE '${load.mark} %'`;
  const stored = await shell(`keys of ${title}`, `runuser -u postgres -- psql -XAtd premium -c "${count}"`);
  if (Number(stored) !== keys) throw new Error(`${title}: ${keys} keys were acknowledged, ${stored.trim()} are stored`);
}

try {
  await rehearse();
} catch (error) {
  console.error(error);
  const journal = execFileSync('journalctl', ['--no-pager', '--lines=100'], { encoding: 'utf8' });
  for (const line of journal.split('\n')) console.error(line.slice(0, 300));
  process.exit(1);
}
process.exit(0); // the machine ends with this process, and all others with it
