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
import { z } from 'zod';

const root = path.resolve(import.meta.dirname, '../..');

/** Node.js runs the sources of the two processes and of the commands; Next's build has the pages. */
const FILES = [
  ...['app/userstatus', 'bin', 'emails', 'generated', 'lib', 'prisma', 'server', '.next'].map((name) => `${name}/**`),
  ...['worker.ts', 'next.config.mjs', 'agent/dist/*.mjs'],
];
/** Tests, sample data, documents, steps of the build, and parts of Next's build that are not needed for serving. */
const LEFT_OUT = [
  /\.(test|stories)\.tsx?$|\.(md|map|d\.ts|nft\.json|tsbuildinfo)$|(^|\/)\.(sources|openapi-sources)$/,
  /^lib\/testing\/|^bin\/(image|release|openapi|api-types|finish-build)/,
  /^\.next\/(cache|dev|diagnostics|types|lock|trace|trace-build|turbopack)(\/|$)/,
];
/** Files of packages that no program reads: a third of them all. */
const FOR_EDITORS = /\.(map|d\.[cm]?ts)$/;

const flag = () => z.boolean().optional();
const Lock = z.object({
  packages: z.record(z.string(), z.object({ dev: flag(), optional: flag(), devOptional: flag() })),
});
const Manifest = z.looseObject({ scripts: z.record(z.string(), z.string()) });

/**
 * Copies the files that production runs to `target`, which must not exist. The application must be built. With `asLinks`
 * the copies are hard links where the file system allows it: much faster, for a folder that is removed unchanged.
 */
export function makeImage(target: string, { asLinks = false } = {}): { files: number; packages: number } {
  if (existsSync(target)) throw new Error(`${target} already exists`);
  if (!existsSync(path.join(root, '.next/BUILD_ID'))) throw new Error('Run `npm run build` first.');
  const files = readSources();
  const packages = readPackages();
  const place = asLinks ? linkOrCopy : copyFile;
  for (const name of files) copy(path.join(root, name), path.join(target, name), place);
  for (const name of packages) {
    const from = path.join(root, name);
    const nested = path.join(from, 'node_modules'); // packages with their own entries in the lockfile
    copy(from, path.join(target, name), place, (file) => file !== nested && !FOR_EDITORS.test(file));
  }
  putFile(path.join(target, 'package.json'), manifest(files));
  return { files: files.length, packages: packages.length };
}

/** Writes a file, and leaves alone the one to which a hard link with its name leads. */
export function putFile(file: string, text: string): void {
  rmSync(file, { force: true });
  writeFileSync(file, text);
}

const readSources = (): string[] =>
  globSync(FILES, { cwd: root, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((name) => !LEFT_OUT.some((pattern) => pattern.test(name)));

/** What `npm ci --omit=dev --omit=optional` installs: the optional packages are compilers and a second Node.js. */
function readPackages(): string[] {
  const { packages } = Lock.parse(readJson('package-lock.json'));
  return Object.entries(packages).flatMap(([name, { dev, optional, devOptional }]) =>
    name === '' || dev || optional || devOptional ? [] : [name],
  );
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
