#!/usr/bin/env node
/**
 * Drop-in `schema-engine` executable for the Prisma CLI that needs no download.
 *
 * The CLI talks line-delimited JSON-RPC with a native binary that it downloads from
 * binaries.prisma.sh. The same engine, at the same commit, is published on npm as
 * WebAssembly (@prisma/schema-engine-wasm); this script runs that one instead.
 * prisma.config.ts points PRISMA_SCHEMA_ENGINE_BINARY here.
 */
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import * as wasm from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';
import { parse as parseUrl } from 'pg-connection-string';

// Loaded by hand: importing .wasm files is still experimental in Node.js.
const wasmFile = fileURLToPath(import.meta.resolve('@prisma/schema-engine-wasm/schema_engine_bg')).replace(
  /\.js$/,
  '.wasm',
);
const { instance } = await WebAssembly.instantiate(readFileSync(wasmFile), { './schema_engine_bg.js': wasm });
wasm.__wbg_set_wasm(instance.exports);
instance.exports.__wbindgen_start();
const { SchemaEngine, version } = wasm;

const { values: args, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: {
    version: { type: 'boolean', short: 'V' },
    datasource: { type: 'string' },
    datamodels: { type: 'string', multiple: true },
  },
});

globalThis.PRISMA_WASM_PANIC_REGISTRY = { set_message: (message) => log('ERROR', message, { is_panic: true }) };

const { CHAR, BPCHAR } = pg.types.builtins;

const log = (level, message, extra = {}) =>
  process.stderr.write(
    JSON.stringify({
      timestamp: new Date().toISOString(),
      level,
      fields: { message, ...extra },
      target: 'schema_engine::logger',
    }) + '\n',
  );

/** Separate fields, because a `connectionString` would override the shadow database's name. */
function connection() {
  const { url } = JSON.parse(args.datasource ?? '{}');
  const { schema, ...config } = parseUrl(url ?? '');
  return {
    config: {
      host: config.host,
      port: config.port ? Number(config.port) : undefined,
      user: config.user,
      password: config.password,
      database: config.database,
      ssl: config.ssl,
    },
    schema,
  };
}

async function withClient(config, use) {
  const client = new pg.Client(config);
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/**
 * @prisma/adapter-pg is made for the Prisma client; the schema engine needs three more things: the catalogs'
 * `"char"` columns, scripts sent whole (splitting at each semicolon breaks function bodies), and a shadow
 * database that is dropped after its pool is closed.
 */
class Postgres extends PrismaPg {
  #config;
  constructor(config, options) {
    super(config, options);
    this.#config = config;
  }
  async connect() {
    const adapter = await super.connect();
    const performIO = adapter.performIO.bind(adapter);
    const queryRaw = adapter.queryRaw.bind(adapter);
    const charColumns = new WeakMap();
    adapter.performIO = async (query) => {
      const result = await performIO(query);
      charColumns.set(
        query,
        result.fields.filter((field) => field.dataTypeID === CHAR).map((field) => result.fields.indexOf(field)),
      );
      for (const index of charColumns.get(query)) result.fields[index].dataTypeID = BPCHAR;
      return result;
    };
    adapter.queryRaw = async (query) => {
      const set = await queryRaw(query);
      for (const index of charColumns.get(query)) set.columnTypes[index] = ColumnTypeEnum.Character;
      return set;
    };
    adapter.executeScript = async (script) => {
      await adapter
        .underlyingDriver()
        .query(script)
        .catch((error) => adapter.onError(error));
    };
    return adapter;
  }
  async connectToShadowDb() {
    const database = `prisma_migrate_shadow_db_${crypto.randomUUID()}`;
    const admin = (sql) => withClient(this.#config, (client) => client.query(sql));
    await admin(`CREATE DATABASE "${database}"`);
    const shadow = await new Postgres({ ...this.#config, database }).connect();
    const dispose = shadow.dispose.bind(shadow);
    shadow.dispose = async () => {
      await dispose();
      await admin(`DROP DATABASE "${database}" WITH (FORCE)`);
    };
    return shadow;
  }
}

async function cli(command) {
  log('INFO', 'Starting schema engine CLI');
  const { config } = connection();
  if (command === 'can-connect-to-database') return withClient(config, () => {});
  if (command === 'create-database')
    return withClient({ ...config, database: 'postgres' }, (c) =>
      c.query(`CREATE DATABASE ${pg.escapeIdentifier(config.database)}`),
    );
  throw new Error(`unsupported schema-engine command: ${command}`);
}

function errorCode(error) {
  if (error.code === '3D000') return 'P1003';
  if (error.code === '28P01') return 'P1000';
  return 'P1001';
}

async function serve() {
  const { config, schema } = connection();
  const datamodels = (args.datamodels ?? []).map((file) => [file, readFileSync(file, 'utf8')]);
  let engine;
  const open = () =>
    (engine ??= SchemaEngine.new(
      { datamodels: datamodels.length ? datamodels : undefined },
      () => {},
      bindMigrationAwareSqlAdapterFactory(new Postgres({ ...config, max: 1 }, { schema })),
    ));
  const rename = { getDatabaseVersion: 'version' };

  const pending = new Set();
  const reply = (id, answer) =>
    pending.delete(id) && process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...answer }) + '\n');
  const print = (content) =>
    process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'print', params: { content } }) + '\n');
  const failure = (error) => ({
    code: 4466,
    message: error.message,
    data: { is_panic: false, message: error.message, error_code: error.code },
  });
  // If this process died without a reply, the CLI would silently exit with success.
  process.on('uncaughtException', (error) => {
    for (const id of pending) reply(id, { error: failure(error) });
  });

  const queue = [];
  for await (const line of createInterface({ input: process.stdin })) {
    if (!line.trim()) continue;
    const { id, method, params } = JSON.parse(line);
    pending.add(id);
    queue.push(
      open()
        .then((engine) => engine[rename[method] ?? method](params))
        .then(
          (result) => {
            // The native engine tells the CLI to print a diff; the WebAssembly one returns the diff's text.
            if (method === 'diff' && result?.stdout) print(result.stdout);
            reply(id, { result: result ?? {} });
          },
          (error) => reply(id, { error: failure(error) }),
        ),
    );
  }
  await Promise.all(queue);
  process.exit(0);
}

if (args.version) {
  console.log(`schema-engine-cli ${version()}`);
} else if (positionals[0] === 'cli') {
  await cli(positionals[1]).catch((error) => {
    log('ERROR', error.message, { error_code: errorCode(error), is_panic: false });
    process.exit(1);
  });
} else {
  await serve();
}
