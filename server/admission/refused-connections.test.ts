import { createServer } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refuseConnection, refuseUpgrades } from './refused-connections.ts';

const server = createServer((_req, res) => res.end('served'));
server.on('clientError', refuseConnection);
refuseUpgrades(server);
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => server.close());

/** Sends bytes, and keeps its own side open. Returns what arrives until the server closes. */
const exchange = (bytes: string) =>
  new Promise<string>((resolve) => {
    let text = '';
    const options = { port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true };
    const socket = net.connect(options, () => socket.write(bytes));
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.on('end', () => resolve(text));
  });

test.each([
  ['a WebSocket', 'GET /_next/webpack-hmr HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'],
  ['HTTP/2 without TLS', 'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n\r\n'],
  ['a tunnel', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n'],
  ['no HTTP at all', '\x16\x03\x01\r\n\r\n'],
])(
  'answers a request for %s with 400 and the security headers, and closes its connection (S37, S87)',
  async (_what, bytes) => {
    const text = await exchange(bytes);
    expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(text).toContain('x-content-type-options: nosniff');
    await expect.poll(() => new Promise((resolve) => server.getConnections((_error, count) => resolve(count)))).toBe(0);
  },
);
