import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { referrerPolicy, securityHeaders } from '#lib/http/answers/security-headers.ts';

/** Status lines for requests that cannot be parsed, by the parser's error code. */
const UNREADABLE: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};
/** How long a refused client may take to read the answer and close its side. */
const PATIENCE_MS = 1000;

/** Answers a request that cannot be parsed, and closes its connection. */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Duplex): void {
  refuse(socket, UNREADABLE[error.code ?? ''] ?? '400 Bad Request');
}

/**
 * Refuses every request to change the protocol: nothing here speaks another one, and a connection that leaves HTTP has
 * no time limit, so it would keep the process from stopping (R11).
 */
export function refuseUpgrades(server: Server): void {
  server.on('upgrade', (_req, socket) => refuse(socket, '400 Bad Request'));
  server.on('connect', (_req, socket) => refuse(socket, '400 Bad Request'));
}

function refuse(socket: Duplex, status: string): void {
  socket.on('error', () => {}); // the client may have left
  setTimeout(() => socket.destroy(), PATIENCE_MS).unref();
  if (!socket.writable) return;
  const carried = { ...securityHeaders(), 'referrer-policy': referrerPolicy('/'), connection: 'close' };
  const headers = Object.entries(carried).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status}\r\n${headers.join('')}content-length: 0\r\n\r\n`);
}
