import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
/** The instructions of the last stage, without comments, each on one line. */
const final = (
  read('Dockerfile')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split(/^(?=FROM )/m)
    .at(-1) ?? ''
)
  .split('\n')
  .filter((line) => line !== '');

const rules = read('.dockerignore')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => ({ isKept: line.startsWith('!'), pattern: line.replace('!', '') }));

/** Whether a file reaches the build: the last rule that matches it or a folder above it decides. */
function isSent(file: string): boolean {
  const matching = rules.filter(
    ({ pattern }) => path.matchesGlob(file, pattern) || path.matchesGlob(file, `${pattern}/**`),
  );
  return matching.at(-1)?.isKept ?? true;
}

test('copies only /image, which bin/image.ts makes, into the final stage, and runs nothing there', () => {
  expect(final.filter((line) => /^(COPY|ADD)\b/.test(line))).toEqual(['COPY --from=build --chown=root:root /image ./']);
  expect(final.filter((line) => line.startsWith('RUN'))).toEqual([]);
  expect(read('Dockerfile')).toContain('RUN npm run build && node bin/image.ts /image\n');
});

test('starts as a user who cannot change the program', () => {
  expect(final).toContain('USER node');
  expect(final.indexOf('USER node')).toBeLessThan(final.findIndex((line) => line.startsWith('CMD')));
});

test('sends no secret, certificate or local data to the build', () => {
  for (const file of [
    ...['.env', '.env.production', '.data/secrets.env', '.data/postgres/data/PG_VERSION', 'tls/privkey.pem'],
    ...['deploy/kubernetes/secrets.yaml', 'deploy/systemd/web.env', 'server.key', '.git/config', 'secrets.yaml'],
  ])
    expect(isSent(file), file).toBe(false);
});

test('sends every source file that the application is built from', () => {
  const output = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root });
  const sources = output
    .toString()
    .split('\n')
    .filter((file) => /^(app|agent|bin|components|emails|lib|prisma|server)\//.test(file) || !file.includes('/'))
    .filter((file) => file !== '');
  expect(sources.length).toBeGreaterThan(1000);
  expect(sources.filter((file) => !isSent(file))).toEqual([]);
});
