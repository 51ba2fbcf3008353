import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { freePort } from '#dev/stack/ports.ts';
import { installPackages, isRoot } from '#dev/tests/apt.ts';
import { makeTestFolder } from '#dev/tests/test-folder.ts';

const APACHE = '/usr/sbin/apache2';
const LONG_AGO = new Date('2020-01-01');
const MODULES = '/usr/lib/apache2/modules';
const NEEDED = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'headers', 'dir', 'auth_openidc'];

/** Whether Debian's Apache with mod_auth_openidc is installed. Tries to install it first when running as root. */
export async function hasApache(): Promise<boolean> {
  const isThere = () => existsSync(APACHE) && existsSync(`${MODULES}/mod_auth_openidc.so`);
  if (!isThere()) await installPackages('apache2', 'libapache2-mod-auth-openidc');
  return isThere();
}

export type Apache = {
  origin: string;
  start: (client: { id: string; secret: string }) => Promise<void>;
  stop: () => void;
};

/**
 * Prepares an Apache on a free port, configured by a file of docs/examples. Its X-Remote-User header names the user who
 * is logged in.
 */
export async function prepareApache(issuer: string, file = 'apache.conf'): Promise<Apache> {
  const folder = await makeTestFolder('apache');
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  let stopProcess = () => {};
  return {
    origin,
    async start({ id, secret }) {
      const example = readFileSync(`docs/examples/${file}`, 'utf8')
        .replaceAll('https://premium.example.com', issuer)
        .replaceAll('https://app.example.com', origin)
        .replace('your-client-id', id)
        .replace('your-client-secret', secret);
      for (const page of ['', 'private/', 'api/']) {
        mkdirSync(path.join(folder.path, `pages/${page}`), { recursive: true });
        const html = path.join(folder.path, `pages/${page}index.html`);
        writeFileSync(html, `<title>Apache</title><h1>/${page}</h1>`);
        utimesSync(html, LONG_AGO, LONG_AGO); // an old Last-Modified lets browsers cache the page heuristically
      }
      chmodSync(folder.path, 0o755);
      const configuration = path.join(folder.path, 'apache.conf');
      writeFileSync(configuration, frame(folder.path, port) + example);
      const process = spawn(APACHE, ['-f', configuration, '-DFOREGROUND'], { stdio: 'ignore' });
      stopProcess = () => void process.kill('SIGTERM');
      await untilItAnswers(origin, process);
    },
    stop() {
      stopProcess();
      folder.remove();
    },
  };
}

const frame = (folder: string, port: number) => `
ServerRoot ${folder}
ServerName 127.0.0.1
Listen 127.0.0.1:${port}
PidFile ${folder}/pid
ErrorLog ${folder}/error.log
DocumentRoot ${folder}/pages
DirectoryIndex index.html
${isRoot() ? 'User www-data\nGroup www-data\n' : ''}${NEEDED.map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`).join('\n')}
Header always set X-Remote-User "expr=%{REMOTE_USER}"
`;

async function untilItAnswers(origin: string, process: { exitCode: number | null }): Promise<void> {
  const isAnswering = async () => {
    if (process.exitCode !== null) throw new Error(`Apache exited with ${process.exitCode}`);
    return (await fetch(origin).catch(() => null))?.ok ?? false;
  };
  await expect.poll(isAnswering, { message: 'Apache answers', intervals: [50], timeout: 10_000 }).toBe(true);
}
