/** Generates the Prisma client and the endpoint types, and builds the application, each only when its sources have changed. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { takeLock, until } from './process.ts';
import { root, type Environment } from './settings.ts';
import type { Program } from './supervisor.ts';

type Run = (program: Program) => Promise<unknown>;
export type Outcome = 'made' | 'fresh';

const GENERATED_SOURCES = ['prisma/schema.prisma', 'package-lock.json', 'commands/api-types.ts', 'app/**/route.ts'];
const BUILD_SOURCES = [
  ...['app', 'components', 'lib', 'emails', 'public', 'server'].map((folder) => `${folder}/**/*`),
  ...['prisma/schema.prisma', 'commands/finish-build.ts', 'package.json', 'package-lock.json', 'tsconfig.json'],
  ...['next.config.*', 'postcss.config.*', 'proxy.ts', 'instrumentation*.ts'],
];
const NOT_BUILT = /\.test\.tsx?$|^lib\/testing\//;

/** Generates the Prisma client and the endpoint types if their sources have changed. */
export const ensureGenerated = (run: Run, env: Environment): Promise<Outcome> =>
  ensure({
    stamp: path.join(root, 'generated/.sources'),
    result: path.join(root, 'generated/api.ts'),
    digest: digestOf(GENERATED_SOURCES),
    make: async () => {
      await run({ name: 'prisma generate', args: ['node_modules/prisma/build/index.js', 'generate'], env: quiet(env) });
      await run({ name: 'endpoint types', args: ['commands/api-types.ts'], env: quiet(env) });
    },
  });

/** Builds the application if a source or a NEXT_PUBLIC_ setting has changed. */
export const ensureBuild = (run: Run, env: Environment): Promise<Outcome> =>
  ensure({
    stamp: path.join(root, '.next/.sources'),
    result: path.join(root, '.next/BUILD_ID'),
    digest: digestOf(BUILD_SOURCES, publicSettings(env)),
    make: async () => {
      await run({ name: 'next build', args: ['node_modules/next/dist/bin/next', 'build'], env: quiet(env) });
      await run({ name: 'finish build', args: ['commands/finish-build.ts'], env: quiet(env) });
    },
  });

type Product = { stamp: string; result: string; digest: string; make: () => Promise<unknown> };

/** Of several starts in one folder, one makes the product; the others wait and use it. */
async function ensure({ stamp, result, digest, make }: Product): Promise<Outcome> {
  const isFresh = () => existsSync(result) && existsSync(stamp) && readFileSync(stamp, 'utf8') === digest;
  if (isFresh()) return 'fresh';
  const release = await lock(`${path.basename(path.dirname(stamp))}.lock`);
  try {
    if (isFresh()) return 'fresh';
    rmSync(stamp, { force: true });
    await make();
    writeFileSync(stamp, digest);
    return 'made';
  } finally {
    release();
  }
}

async function lock(name: string): Promise<() => void> {
  const folder = path.join(root, 'node_modules/.cache');
  mkdirSync(folder, { recursive: true });
  let taken = takeLock(path.join(folder, name));
  if ('holder' in taken) console.log(`▸ Waiting for process ${taken.holder}, which is building in this folder`);
  await until(() => 'release' in taken || 'release' in (taken = takeLock(path.join(folder, name))), 15 * 60_000, 200);
  if ('release' in taken) return taken.release;
  throw new Error(`Process ${taken.holder} has held ${path.join(folder, name)} for 15 minutes`);
}

function digestOf(patterns: string[], ...more: string[]): string {
  const hash = createHash('sha256');
  const entries = globSync(patterns, { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
  for (const file of new Set(files.filter((name) => !NOT_BUILT.test(name)).sort())) {
    const content = readFileSync(path.join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.update(more.join('\0')).digest('hex');
}

/** Next inlines these into the code for the browser. */
const publicSettings = (env: Environment) =>
  JSON.stringify(
    Object.entries(env)
      .filter(([name]) => name.startsWith('NEXT_PUBLIC_'))
      .sort(),
  );

const quiet = (env: Environment): Environment => ({
  ...env,
  NODE_ENV: 'production',
  NEXT_TELEMETRY_DISABLED: '1',
  CHECKPOINT_DISABLE: '1',
  PRISMA_HIDE_UPDATE_MESSAGE: '1',
});
