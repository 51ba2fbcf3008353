import { execFileSync } from 'node:child_process';
import {
  constants,
  copyFileSync,
  existsSync,
  globSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { z } from 'zod';

const root = path.resolve(import.meta.dirname, '../..');
/** npm's list of the packages in the image, in CycloneDX format. */
export const SBOM = 'sbom.cdx.json';

/** Entry points of production: the processes, the files that they load by path, and the operator's commands. */
const PROGRAMS = [
  ...['server/index.ts', 'worker.ts', 'lib/auth/passwords/password-judge-thread.ts'],
  ...['bin/migrate/migrate.ts', 'prisma/seed.ts'],
  ...['lib/base/settings/node-version.mjs', 'bin/health-check.ts', 'bin/wait-until-migrated.ts'],
  ...[
    'bin/admin.ts',
    'bin/check.ts',
    'bin/backup.ts',
    'bin/restore.ts',
    'bin/billing-verify.ts',
    'bin/billing-reconcile.ts',
  ],
  ...['bin/keys-reseal.ts', 'bin/signing-keys-rotate.ts', 'bin/stripe-setup.ts', 'bin/stripe-smoke.ts'],
  'next.config.mjs',
];
/** Files that programs read without importing them. */
const DATA = ['prisma/indexes.sql', 'prisma/migrations/**', 'agent/dist/*.mjs'];
const BUILD = ['.next/**'];
/** Parts of Next's build that are not needed for serving. */
const NOT_SERVED =
  /^\.next\/(cache|dev|diagnostics|types|lock|trace|trace-build|turbopack|\.sources)(\/|$)|\.(nft\.json|map|tsbuildinfo)$/;
/** Files of packages that no program reads: a third of them all. */
const FOR_EDITORS = /\.(map|d\.[cm]?ts)$/;
const flag = () => z.boolean().optional();
const Lock = z.object({
  packages: z.record(z.string(), z.object({ dev: flag(), optional: flag(), devOptional: flag() })),
});
const Manifest = z.looseObject({ name: z.string(), scripts: z.record(z.string(), z.string()) });
const Sbom = z.looseObject({ metadata: z.looseObject({ component: z.looseObject({ name: z.string() }) }) });

/**
 * Copies the files that production runs to `target`, which must not exist. The application must be built. With `asLinks`
 * the copies are hard links where the file system allows it: much faster, for a folder that is removed unchanged.
 */
export async function makeImage(
  target: string,
  { asLinks = false } = {},
): Promise<{ files: number; packages: number }> {
  if (existsSync(target)) throw new Error(`${target} already exists`);
  if (!existsSync(path.join(root, '.next/BUILD_ID'))) throw new Error('Run `npm run build` first.');
  const files = [...(await readSources()), ...filesOf(DATA), ...filesOf(BUILD)];
  const packages = readPackages();
  const place = asLinks ? linkOrCopy : copyFile;
  for (const name of files) copy(path.join(root, name), path.join(target, name), place);
  for (const name of packages) {
    const from = path.join(root, name);
    const nested = path.join(from, 'node_modules'); // packages with their own entries in the lockfile
    copy(from, path.join(target, name), place, (file) => file !== nested && !FOR_EDITORS.test(file));
  }
  putFile(path.join(target, 'package.json'), manifest(files));
  putFile(path.join(target, SBOM), packageList(target));
  return { files: files.length, packages: packages.length };
}

/** Writes a file, and leaves alone the one to which a hard link with its name leads. */
export function putFile(file: string, text: string): void {
  rmSync(file, { force: true });
  writeFileSync(file, text);
}

/** The programs and all project files that they import, so that sample data and test code are left out. */
async function readSources(): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: PROGRAMS,
    bundle: true,
    write: false,
    metafile: true,
    outdir: 'unused',
    format: 'esm',
    platform: 'node',
    packages: 'external',
    external: ['#lib/testing/*'],
    logLevel: 'error',
  });
  return Object.keys(metafile.inputs);
}

/**
 * The folders of the packages that production needs. Optional packages are left out: they are the compilers' native
 * binaries and a second Node.js.
 */
function readPackages(): string[] {
  const { packages } = Lock.parse(readJson('package-lock.json'));
  return Object.entries(packages).flatMap(([name, { dev, optional, devOptional }]) =>
    name === '' || dev || optional || devOptional ? [] : [name],
  );
}

/** Throws if a package is missing. With --omit, npm also leaves out packages that development needs as well. */
function packageList(folder: string): string {
  const output = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const list = Sbom.parse(JSON.parse(output));
  const { name } = Manifest.parse(readJson('package.json'));
  list.metadata.component.name = name; // npm sbom uses the folder's name
  return `${JSON.stringify(list, null, 2)}\n`;
}

/** package.json without the packages and commands that are not in the image. */
function manifest(files: string[]): string {
  const {
    scripts,
    devDependencies: _dev,
    optionalDependencies: _optional,
    ...kept
  } = Manifest.parse(readJson('package.json'));
  const programs = Object.entries(scripts).filter(([, command]) => {
    const program = /^exec node (?:--import \S+ |--\S+ )*(\S+)$/.exec(command)?.[1];
    return program !== undefined && files.includes(program);
  });
  return `${JSON.stringify({ ...kept, scripts: Object.fromEntries(programs) }, null, 2)}\n`;
}

const readJson = (name: string): unknown => JSON.parse(readFileSync(path.join(root, name), 'utf8'));

const filesOf = (patterns: string[]) =>
  globSync(patterns, { cwd: root, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((name) => !NOT_SERVED.test(name));

type Place = (from: string, to: string) => void;
const copyFile: Place = (from, to) => copyFileSync(from, to, constants.COPYFILE_FICLONE);
const linkOrCopy: Place = (from, to) => {
  try {
    linkSync(from, to);
  } catch {
    copyFile(from, to);
  }
};

/** Copies a file, a link as it is, or a folder with what `isNeeded` in it. */
function copy(from: string, to: string, place: Place, isNeeded: (file: string) => boolean = () => true): void {
  mkdirSync(path.dirname(to), { recursive: true });
  const stats = lstatSync(from);
  if (stats.isSymbolicLink()) symlinkSync(readlinkSync(from), to);
  else if (!stats.isDirectory()) place(from, to);
  else
    for (const name of readdirSync(from).filter((each) => isNeeded(path.join(from, each))))
      copy(path.join(from, name), path.join(to, name), place, isNeeded);
}
