/**
 * The local mail inbox: accepts every email over SMTP, and shows emails on a page and as JSON.
 * Settings: INBOX_SMTP_PORT, INBOX_PORT, DATA_DIR.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { SMTPServer } from 'smtp-server';
import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import PostalMime from 'postal-mime';
import { z } from 'zod';
import { parsePort } from '../stack/ports.ts';

const Mail = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  at: z.string(),
});
/** An email as one recipient received it. */
type Mail = z.infer<typeof Mail>;

/**
 * The emails of a folder, oldest first. Each is a line of JSON in a file of mode 0600, written before SMTP accepts the
 * email.
 */
function openStore(dir: string) {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const file = path.join(dir, 'inbox.jsonl');
  let mails = existsSync(file) ? readFileSync(file, 'utf8').split('\n').flatMap(parseLine) : [];
  const rewrite = () => writeFileSync(file, mails.map(toLine).join(''), { mode: 0o600 });
  rewrite(); // drops a line that a crash has truncated

  return {
    list: (): readonly Mail[] => mails,
    find: (id: string) => mails.find((mail) => mail.id === id),
    /** Stores the message once per recipient. */
    async add(message: Buffer, recipients: readonly string[]): Promise<void> {
      const { subject = '', text = '', html = '' } = await PostalMime.parse(message);
      const at = new Date().toISOString();
      const added = recipients.map((to) => ({ id: randomUUID(), to, subject, text, html, at }));
      appendFileSync(file, added.map(toLine).join(''), { mode: 0o600 });
      mails = [...mails, ...added];
    },
    clear(): void {
      mails = [];
      rewrite();
    },
  };
}
type Store = ReturnType<typeof openStore>;

const toLine = (mail: Mail) => `${JSON.stringify(mail)}\n`;

function parseLine(line: string): Mail[] {
  try {
    return [Mail.parse(JSON.parse(line))];
  } catch {
    return []; // incomplete, because the process was killed while writing
  }
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** The page that lists the emails, newest first, and shows one. Uses no JavaScript; scripts in emails never run. */
function inboxPage(mails: readonly Mail[], shown: Mail | undefined): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Inbox (${mails.length})</title>
<link rel="icon" href="data:,">
<style>
:root { color-scheme: light dark; }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; display: grid; grid-template-columns: minmax(16rem, 24rem) 1fr; min-height: 100vh; }
nav { border-right: 1px solid #8884; } main { padding: 1rem 1.5rem; min-width: 0; }
h1 { font-size: 1rem; margin: 1rem; } h2 { margin: 0 0 .25rem; overflow-wrap: anywhere; }
ol { list-style: none; margin: 0; padding: 0; }
li a { display: block; padding: .6rem 1rem; color: inherit; text-decoration: none; border-top: 1px solid #8884; overflow-wrap: anywhere; }
li a:hover, li a:focus, li a[aria-current] { background: #8882; } small { opacity: .75; display: block; }
iframe { width: 100%; height: 65vh; border: 1px solid #8884; background: #fff; } pre { white-space: pre-wrap; overflow-wrap: anywhere; }
@media (max-width: 45rem) { body { display: block; } }
</style>
</head>
<body>
<nav aria-label="Mails"><h1>${mails.length} ${mails.length === 1 ? 'mail' : 'mails'} on this machine</h1><ol>${mails
    .toReversed()
    .map((mail) => item(mail, shown))
    .join('')}</ol></nav>
<main>${shown ? view(shown) : '<p>Mails that the application sends arrive here. Reload to see new ones.</p>'}</main>
</body>
</html>
`;
}

const item = (mail: Mail, shown: Mail | undefined) =>
  `<li><a href="/?id=${mail.id}"${mail === shown ? ' aria-current="true"' : ''}>${escape(mail.subject || '(no subject)')}<small>${escape(mail.to)} · ${escape(mail.at)}</small></a></li>`;

/** Links open outside the frame; the sandbox confines everything else. */
const view = (mail: Mail) =>
  `<h2>${escape(mail.subject)}</h2><p>To ${escape(mail.to)}, ${escape(mail.at)}</p>` +
  (mail.html
    ? `<iframe title="The mail" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escape(`<base target="_blank">${mail.html}`)}"></iframe>`
    : '') +
  `<h3>As text</h3><pre>${escape(mail.text)}</pre>`;

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
