import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { discovering } from '#lib/fuzzy-keys/setup/client-config.ts';
import { fuzzyFiles } from '#lib/fuzzy-keys/setup/setup-files.ts';
import { toZoneFile } from '#lib/storage/hosts.ts';
import { LISTS } from '#lib/storage/schema.ts';
import { localContacts } from '#lib/testing/contacts.ts';
import { freePort, isListening } from '../stack/ports.ts';
import { until } from '../stack/process.ts';
import { areInstalled, CHOSEN, makeFolder, NEWER } from '../tests/rspamd.ts';
import { plainMailServer } from '../tests/storage-host.ts';
import { withStorage } from './storage.ts';

const NAMED = '/usr/sbin/named';
const CHECK = '/usr/bin/named-checkzone';
const DOMAIN = 'fuzzy.test';
const canRun = areInstalled && NEWER && existsSync(NAMED) && existsSync(CHECK);

/** A zone that includes the console's file, as docs/storage-host.md says. */
const ZONE = `$TTL 300
@ IN SOA ns.${DOMAIN}. root.${DOMAIN}. 1 3600 600 86400 300
@ IN NS ns.${DOMAIN}.
ns IN A 127.0.0.1
fuzzy1 IN A 127.0.0.1
$INCLUDE hosts.zone
`;

/** Starts BIND with the zone. Returns its port. Its folder is its own: BIND gives up root's right to read all files. */
async function serveZone(hosts: string): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bind-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const port = await freePort();
  const at = (name: string) => path.join(folder, name);
  writeFileSync(at('hosts.zone'), hosts);
  writeFileSync(at('zone'), ZONE);
  const [where, only] = [
    `directory "${folder}"; pid-file none; session-keyfile none;`,
    'recursion no; dnssec-validation no;',
  ];
  writeFileSync(
    at('named.conf'),
    `options { ${where} ${only} listen-on port ${port} { 127.0.0.1; }; listen-on-v6 { none; }; };
controls { };
zone "${DOMAIN}" { type primary; file "zone"; };
`,
  );
  expect(execFileSync(CHECK, [DOMAIN, 'zone'], { cwd: folder, encoding: 'utf8' })).toContain('\nOK\n');
  const named = spawn(NAMED, ['-g', '-c', at('named.conf')], { cwd: folder, stdio: 'ignore' });
  onTestFinished(() => void named.kill());
  if (!(await until(() => isListening(port), 10_000))) throw new Error('BIND did not start');
  return port;
}

test.skipIf(!canRun)(
  'finds the storage of each list by the records of the zone file',
  { timeout: 300_000 },
  async () => {
    const folder = makeFolder();
    onTestFinished(folder.remove);
    await withStorage(CHOSEN, async ({ server, publicKey, premium, bulk, rspamd }) => {
      const host = { host: `fuzzy1.${DOMAIN}`, port: Number(server.split(':')[1]), lists: LISTS, weight: 10 };
      const dns = await serveZone(toZoneFile([{ ...host, isDraining: false }], DOMAIN));
      const { check, group } = fuzzyFiles(publicKey, discovering({ ...localContacts, fuzzyDomain: DOMAIN }));
      expect(check.content).toContain(`service=fuzzy-premium+${DOMAIN}`);
      const port = await freePort();
      const mail = plainMailServer(path.join(folder.path, 'mail'), port, {
        'local.d/fuzzy_check.conf': check.content,
        'local.d/fuzzy_group.conf': group.content,
        'override.d/options.inc': `dns { nameserver = ["127.0.0.1:${dns}"]; }\n`,
      });
      try {
        await mail.start(port);
        const symbols = async (body: string) => {
          await rspamd.sync();
          const answer = await fetch(`http://127.0.0.1:${port}/checkv2`, { method: 'POST', body });
          return Object.keys(((await answer.json()) as { symbols: object }).symbols);
        };
        await expect.poll(() => symbols(premium), { timeout: 30_000 }).toContain('FUZZY_PLUS_DENIED');
        await expect.poll(() => symbols(bulk), { timeout: 30_000 }).toContain('FUZZY_BULK');
      } catch (error) {
        console.log(mail.output());
        throw error;
      } finally {
        await mail.stop();
      }
    });
  },
);
