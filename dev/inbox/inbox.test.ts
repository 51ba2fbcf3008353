import { statSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTestFolder } from '../tests/test-folder.ts';
import { startInbox, type InboxOptions } from './inbox.ts';

let options: InboxOptions;
let inbox: Awaited<ReturnType<typeof startInbox>>;
let folder: Awaited<ReturnType<typeof makeTestFolder>>;

beforeAll(async () => {
  folder = await makeTestFolder('inbox');
  options = { dir: path.join(folder.path, 'mail'), port: 0, smtpPort: 0 };
  inbox = await startInbox(options);
});
afterAll(async () => {
  await inbox.close();
  folder.remove();
});

const MESSAGE = [
  'From: shop@example.com',
  'Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=',
  'MIME-Version: 1.0',
  'Content-Type: multipart/alternative; boundary=b',
  '',
  '--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nHello & welcome',
  '--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p onclick="x()">Hello</p>"><script>alert(1)</script>',
  '--b--',
].join('\r\n');

test('lists an email once per recipient, and keeps it across a restart', async () => {
  await sendMail(['one@example.com', 'two@example.com']);
  const mails = await list();
  expect(mails.map(({ to }) => to)).toEqual(['one@example.com', 'two@example.com']);
  expect(mails[0]).toMatchObject({
    subject: 'Grüße',
    text: expect.stringContaining('Hello & welcome'),
    html: expect.stringContaining('<p'),
  });
  expect(new Set(mails.map(({ id }) => id)).size).toBe(2);
  expect(statSync(path.join(options.dir, 'inbox.jsonl')).mode & 0o777).toBe(0o600);

  await inbox.close();
  inbox = await startInbox(options);
  await sendMail(['three@example.com']);
  expect((await list()).map(({ to }) => to)).toEqual(['one@example.com', 'two@example.com', 'three@example.com']);
});

test('shows an email in a sandbox that runs no scripts', async () => {
  const [mail] = await list();
  const page = await get(`/?id=${mail?.id}`, `localhost:${inbox.port}`);
  expect(page.body).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  expect(page.body).toContain('&quot;&gt;&lt;script&gt;');
  expect(page.body).not.toContain('<script');
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
});

test('refuses a Host header other than localhost or 127.0.0.1, so that no other site can read the emails', async () => {
  expect((await get('/email', `evil.example:${inbox.port}`)).status).toBe(403);
  expect((await get('/email', `127.0.0.1:${inbox.port}`)).status).toBe(200);
});

test('deletes all emails on DELETE /email/all', async () => {
  const answer = await fetch(`http://127.0.0.1:${inbox.port}/email/all`, { method: 'DELETE' });
  expect(answer.status).toBe(200);
  expect(await list()).toEqual([]);
});

async function list(): Promise<{ id: string; to: string; subject: string; text: string; html: string }[]> {
  return (await fetch(`http://127.0.0.1:${inbox.port}/email`)).json() as ReturnType<typeof list>;
}

/** With node:http, because fetch does not allow a custom Host header. */
function get(
  target: string,
  host: string,
): Promise<{ status: number; headers: Record<string, unknown>; body: string }> {
  return new Promise((resolve, reject) => {
    request({ port: inbox.port, host: '127.0.0.1', path: target, headers: { host } }, (response) => {
      let body = '';
      response.on('data', (data: Buffer) => (body += data.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    })
      .once('error', reject)
      .end();
  });
}

/** Sends an email over SMTP. Throws if the server replies with an error. */
async function sendMail(recipients: string[]) {
  const socket = connect(inbox.smtpPort, '127.0.0.1');
  const lines = createInterface(socket)[Symbol.asyncIterator]();
  const answer = async () => {
    for (;;) {
      const line = String((await lines.next()).value);
      if (!/^[23]/.test(line)) throw new Error(line);
      if (line[3] === ' ') return;
    }
  };
  await answer();
  const commands = [
    'EHLO test',
    'MAIL FROM:<shop@example.com>',
    ...recipients.map((to) => `RCPT TO:<${to}>`),
    'DATA',
    `${MESSAGE}\r\n.`,
    'QUIT',
  ];
  for (const command of commands) {
    socket.write(`${command}\r\n`);
    await answer();
  }
  socket.destroy();
}
