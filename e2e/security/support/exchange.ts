import { Agent, request, type OutgoingHttpHeaders } from 'node:http';
import net from 'node:net';

export type Sent = { method: string; path: string; headers: OutgoingHttpHeaders; body?: Buffer | undefined };
export type Received = { status: number; headers: Headers; text: string; ms: number };

/** Keeps up to 4 connections per local address. Rate limits count by IP address, so tests use several in 127/8. */
const agent = new Agent({ keepAlive: true, maxSockets: 4 });

/** Sends a request unchanged, even a malformed one. Rejects after `patience` milliseconds without traffic. */
export function exchange(baseUrl: string, sent: Sent, localAddress: string, patience = 10_000): Promise<Received> {
  const { hostname, port } = new URL(baseUrl);
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const { method, path, headers, body } = sent;
    // Browsers accept a response head of this size. Node's default limit is 16 KiB.
    const how = { agent, localAddress, family: 4, maxHeaderSize: 256 * 1024 };
    const options = { host: hostname, port, method, path, headers, ...how };
    const req = request(options, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('error', reject);
      res.on('end', () => {
        const received = new Headers();
        for (const [name, values] of Object.entries(res.headersDistinct))
          for (const value of values ?? []) received.append(name, value);
        const text = Buffer.concat(chunks).toString();
        resolve({ status: res.statusCode ?? 0, headers: received, text, ms: performance.now() - startedAt });
      });
    });
    req.setTimeout(patience, () => req.destroy(new Error(`no answer within ${patience} ms`)));
    req.on('error', reject);
    req.end(body);
  });
}

/**
 * Sends raw bytes and returns all bytes received until the server closes the connection. After the bytes, sends `drip`
 * twice a second, like an attacker who keeps a connection busy.
 */
export function exchangeBytes(baseUrl: string, bytes: string, patience = 10_000, drip = ''): Promise<string> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = net.connect(Number(port), hostname, () => socket.write(bytes, 'latin1'));
    const dripping = drip && setInterval(() => socket.writable && socket.write(drip, 'latin1'), 500);
    socket.on('close', () => clearInterval(dripping || undefined));
    socket.setTimeout(patience, () => socket.destroy(new Error(`not closed within ${patience} ms: ${received}`)));
    socket.on('data', (data) => (received += data.toString('latin1')));
    socket.on('end', () => resolve(received));
    socket.on('error', (error) => (received ? resolve(received) : reject(error)));
  });
}
