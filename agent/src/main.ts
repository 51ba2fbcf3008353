#!/usr/bin/env node
import * as fs from 'node:fs';
import { parseArgs, parseEnv } from 'node:util';
import { Agent } from './agent.ts';
import { enrol, ENV_FILE } from './enrol.ts';
import { runForever, runOnce } from './schedule.ts';
import { readPortal, readSettings, wrongSettings } from './settings.ts';
import { printStatus, Status } from './status.ts';
import { describe, EXIT, Failure } from './system/failure.ts';
import { openFolder } from './system/lock.ts';
import { log } from './system/log.ts';
import { VERSION } from './version.ts';

const HELP = `Usage: node agent.mjs [options]
       node agent.mjs enrol CODE [--config FILE] [--replace]

Reports the usage of this fuzzy storage's keys and fetches its key map.
Runs until it is stopped; settings come from the environment (README.md).

  enrol CODE      get this host's name and token from PORTAL_URL with a code
                  from the console, write them to ${ENV_FILE}
                  or to the file of --config, and exit
  --replace       with enrol: change an existing file, and keep its other lines
  --config FILE   also read settings from this file (NAME=value)
  --once          collect, fetch the map, report, and exit
  --dry-run       say what --once would do, and change nothing
  --allow-shrink  accept a key map that is empty or has lost half of its keys
  --status        print the agent's status; exits with 1 if it is unhealthy
  --version, --help

Exit codes: 0 done, 1 something failed, 2 wrong settings, 3 another agent is running, 4 the state cannot be used.
`;

process.on('uncaughtException', fail);
process.on('unhandledRejection', fail);
process.umask(0o077);
main(process.argv.slice(2)).then((code) => process.exit(code), fail);

async function main(args: string[]): Promise<number> {
  const { values: flags, positionals } = parseFlags(args);
  if (flags.help) return print(HELP);
  if (flags.version) return print(`${VERSION}\n`);
  const [command, code, ...rest] = positionals;
  if (command === 'enrol' && rest.length === 0)
    return print(await enrol(code, { portal: readPortal(process.env), file: flags.config, replace: flags.replace }));
  if (command !== undefined || flags.replace) throw unknownOptions();
  const file = flags.config ? parseEnv(fs.readFileSync(flags.config, 'utf8')) : {};
  const settings = readSettings({ ...process.env, ...file });
  if (flags.status) return printStatus(settings.stateDir);

  const stopping = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stopping.abort());
  const options = { allowShrink: flags['allow-shrink'] ?? false, signal: stopping.signal };
  if (flags['dry-run']) return print(`${await new Agent(settings, { ...options, dryRun: true }).rehearse()}\n`);
  const unlock = openFolder(settings.stateDir);
  try {
    const agent = new Agent(settings, options);
    if (flags.once) return await runOnce(agent, new Status(agent));
    await runForever(agent, new Status(agent));
    return 0;
  } finally {
    unlock();
  }
}

function parseFlags(args: string[]) {
  const flag = { type: 'boolean' } as const;
  const flags = { once: flag, 'dry-run': flag, 'allow-shrink': flag, status: flag, version: flag, help: flag };
  const options = { ...flags, replace: { ...flag, default: false }, config: { type: 'string' } } as const;
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch {
    throw unknownOptions();
  }
}

function unknownOptions(): Failure {
  return wrongSettings('unknown options; --help lists them');
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

function fail(error: unknown): never {
  log('error', describe(error));
  process.exit(error instanceof Failure ? error.exitCode : EXIT.failed);
}
