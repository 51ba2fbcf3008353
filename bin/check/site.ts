/** The site as its visitors reach it, and what else of it can be reached. */
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { env, isLoopback } from '#lib/base/settings/env.ts';
import { oneLineOf } from '#lib/base/text/one-line.ts';
import { SECOND } from '#lib/base/time.ts';
import { withDatabase } from './database.ts';
import { fail, ok, skip, type Finding } from './line.ts';

const LIMIT_MS = 10 * SECOND;
const ask = (url: string) => fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(LIMIT_MS) });

/** APP_URL answers from here, with a valid certificate, and the site behind it has this database. */
export async function checkSite(): Promise<Finding> {
  const { APP_URL } = env();
  let status: number;
  try {
    status = (await ask(`${APP_URL}/readyz`)).status;
  } catch (error) {
    return fail(`${APP_URL}: ${oneLineOf(error)}. Check DNS, certificate, proxy and firewall`);
  }
  if (status !== 200)
    return fail(`${APP_URL}/readyz answers ${status}. The log of the web process names what is missing`);
  const theirs = (await (await ask(`${APP_URL}/oauth2/jwks`)).json()) as { keys?: { kid?: string }[] };
  const { rows } = await withDatabase((client) => client.query<{ kid: string }>('SELECT kid FROM signing_keys'));
  const ours = rows.map(({ kid }) => kid);
  if (!theirs.keys?.some(({ kid }) => kid !== undefined && ours.includes(kid)))
    return fail(`${APP_URL} ends on another installation: it has other signing keys than this database`);
  return ok(`${APP_URL} answers and is this installation`);
}

/** The files by which Docker and Podman mark a container. */
const isContainer = () =>
  existsSync('/.dockerenv') || existsSync('/run/.containerenv') || process.env.KUBERNETES_SERVICE_HOST !== undefined;

/** The app answers plain http only to the proxy on this host: its ports are closed on all other addresses. */
export async function checkPorts(addresses = ownAddresses()): Promise<Finding> {
  const { HOST, PORT, METRICS_PORT } = env();
  if (!isLoopback(HOST) && isContainer()) return skip('in a container: publish the port to the proxy alone');
  if (!(await isOpen('127.0.0.1', PORT)) && !(await isOpen(HOST, PORT)))
    return skip(`no web process listens on port ${PORT} of this host`);
  const open: string[] = [];
  for (const address of addresses)
    for (const port of [PORT, METRICS_PORT]) if (await isOpen(address, port)) open.push(textOf(address, port));
  if (open.length)
    return fail(`plain http answers on ${open.join(', ')}. Set HOST and METRICS_HOST to 127.0.0.1, or close the ports`);
  return ok(`ports ${PORT} and ${METRICS_PORT} are closed on ${addresses.length} other addresses of this host`);
}

const textOf = (address: string, port: number) =>
  address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;

const ownAddresses = () =>
  Object.values(networkInterfaces()).flatMap((each) =>
    (each ?? [])
      .filter(({ address, internal }) => !internal && !isLoopback(address) && !address.startsWith('fe80:'))
      .map(({ address }) => address),
  );

const isOpen = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 2 * SECOND });
    const end = (isAnswering: boolean) => {
      socket.destroy();
      resolve(isAnswering);
    };
    socket
      .once('connect', () => end(true))
      .once('error', () => end(false))
      .once('timeout', () => end(false));
  });
