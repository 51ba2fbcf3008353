import { connect, createServer } from 'node:net';
import { until } from './process.ts';

/** True if the port can be bound. */
export const isPortFree = (port: number, host = '127.0.0.1'): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });

/** A port that is free at the moment. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });

/** True if the port accepts connections. */
export const isListening = (port: number, host = '127.0.0.1'): Promise<boolean> =>
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
  host?: string,
): Promise<number> {
  const port = given ? parsePort(name, given) : fallback;
  if (await until(() => isPortFree(port, host), given ? 300 : 0)) return port;
  if (given) throw new Error(portInUse(name, port));
  return freePort();
}

/** The error text for a port that is in use. */
export const portInUse = (name: string, port: number): string =>
  `${name}: port ${port} is in use by another program. Choose another one, for example: ${name}=${port + 1} npm start`;

/** Parses a port number. Throws a text that names the variable. */
export function parsePort(name: string, value: string): number {
  const port = Number(value);
  if (Number.isInteger(port) && port > 0 && port < 65536) return port;
  throw new Error(`${name}: "${value}" is not a port (1 to 65535)`);
}
