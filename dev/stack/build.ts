/**
 * Generates code and the description of the API, builds the application, and bundles the agent, each only when its
 * sources have changed.
 */
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createHash } from 'node:crypto';
import { MINUTE } from '#lib/base/time.ts';
import { root } from './folders.ts';
import { takeLock, until } from './process.ts';
import type { Environment } from './settings.ts';
import type { Program } from './supervisor.ts';

const NOT_BUILT = /\.(test|stories)\.tsx?$|^(lib\/testing|components\/stories)\//;

/** A digest of the files of these patterns, and of `more`. */
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

type Run = (program: Program) => Promise<unknown>;
export type Outcome = 'made' | 'fresh';

const GENERATED_SOURCES = ['prisma/schema.prisma', 'package-lock.json', 'bin/api-types.ts', 'app/**/route.ts'];
const DESCRIPTION_SOURCES = [
  ...['app/**/route.ts', 'lib/**/*.ts', 'bin/openapi.ts', 'bin/openapi/*.ts'],
  ...['prisma/schema.prisma', 'package-lock.json'],
];
const BUILD_SOURCES = [
  ...['app', 'components', 'lib', 'emails', 'public', 'server'].map((folder) => `${folder}/**/*`),
  ...['prisma/schema.prisma', 'bin/finish-build.ts', 'package.json', 'package-lock.json', 'tsconfig.json'],
  'generated/openapi.json',
  ...['next.config.*', 'postcss.config.*', 'proxy.ts', 'instrumentation*.ts'],
];
const AGENT_SOURCES = ['agent/src/**/*.ts', 'agent/build.ts', 'package-lock.json'];

/**
 * Generates the Prisma client with the endpoint types, and the description of the API, each only if its sources have
 * changed. Returns the outcome for the client.
 */
export async function ensureGenerated(run: Run, env: Environment): Promise<Outcome> {
  const client = await ensureClient(run, env);
  await ensureDescription(run, env);
  return client;
}

const ensureClient = (run: Run, env: Environment): Promise<Outcome> =>
  ensure({
    stamp: path.join(root, 'generated/.sources'),
    result: path.join(root, 'generated/api.ts'),
    digest: digestOf(GENERATED_SOURCES),
    make: async () => {
      await run({ name: 'prisma generate', args: ['node_modules/prisma/build/index.js', 'generate'], env: quiet(env) });
      await run({ name: 'endpoint types', args: ['bin/api-types.ts'], env: quiet(env) });
    },
  });

/** Needs the client, because it loads the handlers, which import the client. */
const ensureDescription = (run: Run, env: Environment): Promise<Outcome> =>
  ensure({
    stamp: path.join(root, 'generated/.openapi-sources'),
    result: path.join(root, 'generated/openapi.json'),
    digest: digestOf(DESCRIPTION_SOURCES),
    make: () => run({ name: 'API description', args: ['bin/openapi.ts'], env: quiet(env) }),
  });

/** Builds the application if a source or a NEXT_PUBLIC_ setting has changed. */
export const ensureBuild = (run: Run, env: Environment): Promise<Outcome> =>
  ensure({
    stamp: path.join(root, '.next/.sources'),
    result: path.join(root, '.next/BUILD_ID'),
    digest: digestOf(BUILD_SOURCES, publicSettings(env)),
    make: async () => {
      await run({ name: 'next build', args: ['node_modules/next/dist/bin/next', 'build'], env: quiet(env) });
      await run({ name: 'finish build', args: ['bin/finish-build.ts'], env: quiet(env) });
    },
  });

/** Bundles the agent for storage hosts if its sources have changed. */
export const ensureAgent = (run: Run, env: Environment): Promise<Outcome> =>
  ensure({
    stamp: path.join(root, 'agent/dist/.sources'),
    result: path.join(root, 'agent/dist/agent.mjs'),
    digest: digestOf(AGENT_SOURCES),
    make: () => run({ name: 'agent build', args: ['agent/build.ts'], env }),
  });

type Product = { stamp: string; result: string; digest: string; make: () => Promise<unknown> };

/** When several starts run in one folder, one of them builds; the others wait and use its result. */
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
  await until(() => 'release' in taken || 'release' in (taken = takeLock(path.join(folder, name))), 15 * MINUTE, 200);
  if ('release' in taken) return taken.release;
  throw new Error(`Process ${taken.holder} has held ${path.join(folder, name)} for 15 minutes`);
}

/** The NEXT_PUBLIC_ settings. Next.js inlines their values into the browser's code, so a change needs a new build. */
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
