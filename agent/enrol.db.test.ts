import { spawn } from 'node:child_process';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { POST } from '#app/api/storage/enrol/route.ts';
import { randomCode } from '#lib/base/crypto.ts';
import { db } from '#lib/base/db/db.ts';
import { createEnrolmentCode } from '#lib/storage/enrolment.ts';
import { authenticateStorageServer } from '#lib/storage/service.ts';
import '#lib/testing/database.ts';
import { adminContext, anonymousContext } from '#lib/testing/context.ts';
import { createServerRow } from '#lib/testing/factories.ts';
import { groupId } from './src/system/files.ts';
import { AGENT } from './testing/host.ts';

/** Serves the portal's real enrolment endpoint. */
const portal: RequestListener = (request, response) => void forward(request, response);

async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', url = '', headers } = request;
  const sent = { method, headers: { 'content-type': headers['content-type'] ?? '' }, body: await readText(request) };
  const answer = await POST(new Request(new URL(url, 'http://localhost:8080'), sent), { params: Promise.resolve({}) });
  response.writeHead(url === '/api/storage/enrol' ? answer.status : 404, Object.fromEntries(answer.headers));
  response.end(await answer.text());
}
const answering =
  (status: number, body = '', headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body);

type Host = Awaited<ReturnType<typeof createHost>>;

async function createHost(listener: RequestListener) {
  const requests: string[] = [];
  const events = { onRequest: () => {} };
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    events.onRequest();
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const folder = mkdtempSync(path.join(tmpdir(), 'enrol-'));
  const file = path.join(folder, 'agent.env');
  const run = (args: string[], env: Record<string, string> = { PORTAL_URL: url }) => {
    const child = spawn(process.execPath, [AGENT, ...args], { env: { NODE_ENV: 'test', ...env }, stdio: 'pipe' });
    child.stdin.end();
    const said = { output: '', errors: '' };
    child.stdout.on('data', (data: Buffer) => (said.output += data.toString()));
    child.stderr.on('data', (data: Buffer) => (said.errors += data.toString()));
    return new Promise<{ code: number | null; output: string; errors: string }>((resolve) =>
      child.on('close', (code) => resolve({ code, ...said })),
    );
  };
  const enrol = (code: string, ...more: string[]) => run(['enrol', code, '--config', file, ...more]);
  return { server, events, url, folder, file, requests, run, enrol };
}

async function onHost(use: (host: Host) => Promise<void>, listener: RequestListener = portal): Promise<void> {
  const host = await createHost(listener);
  try {
    await use(host);
  } finally {
    host.server.closeAllConnections();
    host.server.close();
    rmSync(host.folder, { recursive: true, force: true });
  }
}

async function newCode() {
  const { server, token } = await createServerRow(db());
  const make = async () => (await createEnrolmentCode(adminContext(db()), server.id)).code;
  return { name: server.name, id: server.id, old: token, make, code: await make() };
}
const logIn = (name: string, token: string) => authenticateStorageServer(anonymousContext(db()), { name, token });

test('writes settings with which the host can log in, prints the next steps, and never prints the token', () =>
  onHost(async ({ url, folder, file, enrol, requests }) => {
    const { name, id, code } = await newCode();
    const { code: exit, output, errors } = await enrol(code);
    expect({ exit, errors }).toEqual({ exit: 0, errors: '' });
    const { SERVER_TOKEN: token = '', ...rest } = parseEnv(readFileSync(file, 'utf8'));
    expect(rest).toEqual({ PORTAL_URL: url, SERVER_NAME: name });
    expect(await logIn(name, token)).toBe(id);
    for (const words of [`enrolled as ${name}`, file, '--dry-run', 'systemctl enable --now'])
      expect(output).toContain(words);
    expect(output).not.toContain(token);
    expect(output).not.toContain(code);
    expect(requests).toEqual(['POST /api/storage/enrol']);
    expect(readdirSync(folder)).toEqual(['agent.env']);
  }));

test("lets only the owner and the agent's group read the file, or the owner alone if there is no such group", () =>
  onHost(async ({ file, enrol }) => {
    await enrol((await newCode()).code);
    const { mode, uid, gid } = statSync(file);
    const group = process.getuid?.() === 0 ? groupId('_rspamd') : null;
    expect((mode & 0o777).toString(8)).toBe(group === null ? '600' : '640');
    expect([uid, gid]).toEqual([process.getuid?.(), group ?? process.getgid?.()]);
  }));

test.each<[string, (file: string) => void]>([
  ['a file', (file) => writeFileSync(file, 'KEYS_FORM=static\n')],
  ['a dangling link', (file) => symlinkSync('/nowhere/agent.env', file)],
])('keeps %s that already exists, and does not use the code', (_kind, create) =>
  onHost(async ({ file, folder, enrol, requests }) => {
    const { code, name, old, id } = await newCode();
    create(file);
    const before = readdirSync(folder, { withFileTypes: true }).map(String);
    expect(await enrol(code)).toMatchObject({ code: 2, output: '', errors: expect.stringContaining('--replace') });
    expect(readdirSync(folder, { withFileTypes: true }).map(String)).toEqual(before);
    expect(requests).toEqual([]);
    expect(await logIn(name, old)).toBe(id);
  }),
);

test('changes only portal, name and token with --replace, and stops others from reading the file', () =>
  onHost(async ({ file, url, enrol }) => {
    const { code, name, id } = await newCode();
    writeFileSync(
      file,
      '# our host\nPORTAL_URL=https://old.example\nSERVER_NAME=old\nSERVER_TOKEN_FILE=/etc/old\nKEYS_FORM=static\n',
    );
    chmodSync(file, 0o644);
    expect((await enrol(code, '--replace')).code).toBe(0);
    const text = readFileSync(file, 'utf8');
    const token = parseEnv(text).SERVER_TOKEN ?? '';
    expect(text).toBe(`PORTAL_URL=${url}\nSERVER_NAME=${name}\nSERVER_TOKEN=${token}\n# our host\nKEYS_FORM=static\n`);
    expect((statSync(file).mode & 0o777).toString(8)).toBe('640');
    expect(await logIn(name, token)).toBe(id);
  }));

test('does not use the code if the file cannot be created', () =>
  onHost(async ({ folder, run, requests }) => {
    const { code } = await newCode();
    const { code: exit, errors } = await run(['enrol', code, '--config', path.join(folder, 'missing/agent.env')]);
    expect([exit, requests]).toEqual([1, []]);
    expect(errors).toContain('ENOENT open');
  }));

test('exits with 2 for a code that is wrong or used, and leaves no file', () =>
  onHost(async ({ folder, file, enrol }) => {
    const { code } = await newCode();
    await enrol(code);
    rmSync(file);
    for (const wrong of [code, randomCode(), 'no code'])
      expect(await enrol(wrong)).toMatchObject({
        code: 2,
        output: '',
        errors: expect.stringContaining('the portal refused the code'),
      });
    expect(readdirSync(folder)).toEqual([]);
  }));

const TOKEN = 'a'.repeat(43);
test.each<[string, RequestListener, string]>([
  ['429', answering(429, '', { 'retry-after': '90' }), 'try again in 90 s'],
  ['a redirect', answering(302, '', { location: 'http://127.0.0.1:1/' }), 'the portal answered 302'],
  ['500', answering(500), 'the portal answered 500'],
  ['no JSON', answering(200, `<html>${TOKEN}`), 'is not JSON'],
  ['no token', answering(200, '{"name":"fuzzy1"}'), 'has no name and token'],
  ['a token of two lines', answering(200, JSON.stringify({ name: 'fuzzy1', token: `${TOKEN}\nX=1` })), 'has no name'],
  ['a name of two lines', answering(200, JSON.stringify({ name: 'fuzzy1\nX=1', token: TOKEN })), 'has no name'],
])('exits with 1 when the portal answers %s, writes nothing, and quotes no secret', (_answer, listener, words) =>
  onHost(async ({ folder, enrol }) => {
    const { code, output, errors } = await enrol('k3f9-w2pm-8qzt-51ra');
    expect({ code, output }).toEqual({ code: 1, output: '' });
    expect(errors).toContain(words);
    for (const secret of [TOKEN, 'k3f9']) expect(errors).not.toContain(secret);
    expect(readdirSync(folder)).toEqual([]);
  }, listener),
);

test('does not overwrite a file that appears while the portal answers', () =>
  onHost(
    async ({ folder, file, enrol, events }) => {
      events.onRequest = () => writeFileSync(file, 'another\n');
      expect(await enrol('k3f9-w2pm-8qzt-51ra')).toMatchObject({
        code: 1,
        errors: expect.stringContaining('the token could not be saved (EEXIST'),
      });
      expect(readFileSync(file, 'utf8')).toBe('another\n');
      expect(readdirSync(folder)).toEqual(['agent.env']);
    },
    answering(200, JSON.stringify({ name: 'fuzzy1', token: TOKEN })),
  ));

test('requires one code and an https portal, and sends nothing otherwise', () =>
  onHost(async ({ file, run, requests }) => {
    const exits = async (args: string[], env?: Record<string, string>) => (await run(args, env)).errors;
    expect(await exits(['enrol', '--config', file])).toContain('needs the code');
    expect(await exits(['enrol', 'a', 'b', '--config', file])).toContain('unknown options');
    expect(await exits(['enrol', 'a', '--config', file], {})).toContain('PORTAL_URL is not set');
    expect(await exits(['enrol', 'a', '--config', file], { PORTAL_URL: 'http://portal.example' })).toContain(
      'https://',
    );
    expect(await exits(['--replace'])).toContain('unknown options');
    expect(await exits(['enroll', 'a'])).toContain('unknown options');
    expect(requests).toEqual([]);
  }));
