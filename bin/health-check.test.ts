import { createServer } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(path.join(tmpdir(), 'health-'));
let statuses: Record<string, number> = {};
const asked: string[] = [];
const server = createServer((req, res) => {
  asked.push(req.url ?? '');
  res.writeHead(statuses[req.url ?? ''] ?? 404).end();
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const PORT = String((server.address() as AddressInfo).port);
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const check = async () => {
  const program = path.join(import.meta.dirname, 'health-check.ts');
  const { exitCode } = await execa(process.execPath, [program], { env: { PORT, TMPDIR: folder }, reject: false });
  return exitCode;
};

test('checks readiness until the process is ready for the first time, and only liveness from then on', async () => {
  statuses = { '/healthz': 200, '/readyz': 503 };
  expect(await check()).toBe(1);
  statuses = { '/healthz': 200, '/readyz': 200 };
  expect(await check()).toBe(0);
  statuses = { '/healthz': 200, '/readyz': 503 };
  expect(await check()).toBe(0);
  statuses = { '/healthz': 500, '/readyz': 200 };
  expect(await check()).toBe(1);
  expect(asked).toEqual(['/readyz', '/readyz', '/healthz', '/healthz']);
});
