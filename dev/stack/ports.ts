import { connect, createServer } from 'node:net';
import getPort from 'get-port';
import { until } from './process.ts';

const LOOPBACK = '127.0.0.1';

/** True if the port can be bound. */
export const isPortFree = (port: number, host = LOOPBACK): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });

/** A port that is free now, and that no call in this process has returned within the last 15 seconds. */
export const freePort = (): Promise<number> => getPort({ host: LOOPBACK });

/** True if the port accepts connections. */
export const isListening = (port: number, host = LOOPBACK): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host });
    const done = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => done(true)).once('error', () => done(false));
  });

/**
 * The port in variable `name`, or `fallback`. Throws if the given port is in use; a fallback that is in use is replaced
 * by a free port, so that several copies can run on one machine.
 */
export async function choosePort(
  name: string,
  given: string | undefined,
  fallback: number,
  host = LOOPBACK,
): Promise<number> {
  if (!given) return getPort({ port: fallback, host });
  const port = parsePort(name, given);
  if (await until(() => isPortFree(port, host), 300)) return port;
  throw new Error(portInUse(name, port));
}

/** The error text for a port that is in use. */
export const portInUse = (name: string, port: number): string =>
  `${name}: port ${port} is in use by another program. Choose another one, for example: ${name}=${port + 1} npm start`;

/** Parses a port number. Throws an error that names the variable. */
export function parsePort(name: string, value: string): number {
  const port = Number(value);
  if (Number.isInteger(port) && port > 0 && port < 65536) return port;
  throw new Error(`${name}: "${value}" is not a port (1 to 65535)`);
}
