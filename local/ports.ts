import { connect, createServer } from 'node:net';
import { until } from './process.ts';

/** True when nobody listens there. */
export const isPortFree = (port: number, host = '127.0.0.1'): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });

/** A port that nobody listens on at the moment. */
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

/** True when somebody accepts connections there. */
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
 * The port that variable `name` asks for. One that was named and is taken is an error; a default that is taken gives way
 * to a free one, so that several copies run on one machine.
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

/** The text for a port that is taken: what to change, and how. */
export const portInUse = (name: string, port: number): string =>
  `${name}: port ${port} is in use by another program. Choose another one, for example: ${name}=${port + 1} npm start`;

/** Reads a port number; throws a text that names the variable. */
export function parsePort(name: string, value: string): number {
  const port = Number(value);
  if (Number.isInteger(port) && port > 0 && port < 65536) return port;
  throw new Error(`${name}: "${value}" is no port (1 to 65535)`);
}
