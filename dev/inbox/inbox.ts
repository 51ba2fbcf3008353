/**
 * The local mail inbox: accepts every email over SMTP, and shows emails on a page and as JSON.
 * Settings: INBOX_SMTP_PORT, INBOX_PORT, DATA_DIR.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { SMTPServer } from 'smtp-server';
import { parsePort } from '../stack/ports.ts';
import { inboxPage } from './inbox-page.ts';
import { openStore, type Store } from './inbox-store.ts';

const MAX_BYTES = 10_000_000;
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; frame-ancestors 'none'";

export type InboxOptions = { dir: string; port: number; smtpPort: number };

/** Listens on both ports until `close` is called; 0 takes a free port. Returns the ports. */
export async function startInbox({ dir, port, smtpPort }: InboxOptions) {
  const store = openStore(dir);
  const smtp = createSmtp(store);
  const http = createServer((request, response) => handle(store, request, response));
  await Promise.all([
    new Promise<void>((resolve, reject) => smtp.once('error', reject).listen(smtpPort, '127.0.0.1', resolve)),
    new Promise<void>((resolve, reject) => http.once('error', reject).listen(port, '127.0.0.1', resolve)),
  ]);
  smtp.on('error', (error: Error) => console.error(`inbox: ${error.message}`));
  return {
    port: portOf(http),
    smtpPort: portOf(smtp.server),
    async close() {
      http.closeAllConnections();
      await Promise.all([
        new Promise<void>((resolve) => smtp.close(() => resolve())),
        new Promise<void>((resolve) => http.close(() => resolve())),
      ]);
    },
  };
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

function createSmtp(store: Store): SMTPServer {
  return new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    size: MAX_BYTES,
    closeTimeout: 500,
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => {
        if (!stream.sizeExceeded) chunks.push(chunk);
      });
      stream.on('end', () => {
        if (stream.sizeExceeded) return done(new Error('The message is too large'));
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        store.add(Buffer.concat(chunks), recipients).then(() => done(), done);
      });
    },
  });
}

function handle(store: Store, request: IncomingMessage, response: ServerResponse) {
  const send = (status: number, type: string, body: string) =>
    response
      .writeHead(status, {
        'content-type': `${type}; charset=utf-8`,
        'content-security-policy': POLICY,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      })
      .end(body);
  // Against DNS rebinding: a site whose name resolves to 127.0.0.1 must not read the emails.
  if (!isLocal(request.headers.host)) return send(403, 'text/plain', 'Use localhost or 127.0.0.1\n');

  const url = new URL(request.url ?? '/', 'http://localhost');
  switch (`${request.method} ${url.pathname}`) {
    case 'GET /email':
      return send(200, 'application/json', JSON.stringify(store.list()));
    case 'DELETE /email/all':
      store.clear();
      return send(200, 'application/json', 'true');
    case 'GET /':
      return send(200, 'text/html', inboxPage(store.list(), store.find(url.searchParams.get('id') ?? '')));
    default:
      return send(404, 'text/plain', 'Not found. Try GET /, GET /email or DELETE /email/all\n');
  }
}

const isLocal = (host: string | undefined) => /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(host ?? '');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { DATA_DIR = '.data', INBOX_PORT = '1080', INBOX_SMTP_PORT = '1025' } = process.env;
  const inbox = await startInbox({
    dir: path.join(DATA_DIR, 'mail'),
    port: parsePort('INBOX_PORT', INBOX_PORT),
    smtpPort: parsePort('INBOX_SMTP_PORT', INBOX_SMTP_PORT),
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void inbox.close().then(() => process.exit(0)));
}
