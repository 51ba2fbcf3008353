import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { PrismaClient } from '#generated/prisma/client.ts';
import { connectionOptions, PatientClient, PrimaryClient, VISITORS } from '#lib/base/db/connection.ts';
import { inTransaction } from '#lib/base/db/db.ts';
import { isForNow, isUnreachable } from './error-response.ts';

/** PostgreSQL's messages after a login (AuthenticationOk, ReadyForQuery), after BEGIN, and on termination (FATAL). */
const WELCOME = message('R', '\0\0\0\0') + message('Z', 'I');
const BEGUN = message('C', 'BEGIN\0') + message('Z', 'T');
const farewell = (code: string) => message('E', `SFATAL\0VFATAL\0C${code}\0Mterminating connection\0\0`);

/** Ways in which a connection can end while a statement runs. */
const ENDINGS: [how: string, end: (socket: Socket) => void][] = [
  ['with a reset', (socket) => socket.resetAndDestroy()],
  ['without a message', (socket) => socket.destroy()],
  ...(
    [
      ['PostgreSQL shuts down', '57P01'],
      ['a PostgreSQL process crashed', '57P02'],
      ['PostgreSQL is starting', '57P03'],
      ['the session was idle for too long', '57P05'],
      ['PostgreSQL cannot read a file', '58P01'],
      ['PostgreSQL has no memory', '53200'],
      ['PostgreSQL has too many connections', '53300'],
      ['the server is no primary', '25006'],
      ['PgBouncer says anything, such as server conn crashed? or query_wait_timeout', '08P01'],
      ['the statement was in the way of replication', '40001'],
    ] as const
  ).map(([why, code]): [string, (socket: Socket) => void] => [
    `because ${why}`,
    (socket) => socket.end(farewell(code), 'latin1'),
  ]),
];

/** Ways in which our code uses the database, and whether the server answers BEGIN before the connection ends. */
const ASKS: [what: string, ask: (client: PrismaClient, pool: pg.Pool) => Promise<unknown>, begins?: true][] = [
  ['a statement on the pool', (_client, pool) => pool.query('SELECT 1')],
  ['a raw SQL statement', (client) => client.$queryRaw`SELECT 1`],
  ['a read of a model', (client) => client.user.findFirst()],
  ['the start of a transaction', (client) => client.$transaction(async () => 1)],
  ['a read in a transaction', (client) => client.$transaction(async (tx) => tx.user.count()), true],
  ['a savepoint', (client) => client.$transaction((tx) => inTransaction(tx, async () => 1)), true],
  ['the end of a transaction', (client) => client.$transaction(async () => 1), true],
];

const opened: { client: PrismaClient; pool: pg.Pool; close: () => void }[] = [];
afterEach(async () => {
  for (const { client, pool, close } of opened.splice(0)) {
    await client.$disconnect();
    await pool.end();
    close();
  }
});

test.each(ENDINGS.flatMap(([how, end]) => ASKS.map(([what, ask, begins]) => ({ how, what, end, ask, begins }))))(
  'reports $what as failed for now when the connection ends $how (R9)',
  async ({ end, ask, begins }) => {
    const { client, pool } = await clientOf(end, begins);
    const error = await ask(client, pool).catch((thrown: unknown) => thrown);
    expect(isForNow(error), String(error)).toBe(true);
  },
);

test('connects to a primary, and not to a standby, whose rows may be old', async () => {
  const greet = (state: string) => (socket: Socket) => {
    socket
      .on('error', () => {})
      .once('data', () => {
        socket.write(
          message('R', '\0\0\0\0') + message('S', `in_hot_standby\0${state}\0`) + message('Z', 'I'),
          'latin1',
        );
      });
  };
  const errors: unknown[] = [];
  for (const state of ['off', 'on']) {
    const server = createServer(greet(state)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const client = new PrimaryClient(connectionOptions(`postgresql://u:p@127.0.0.1:${port}/premium`, VISITORS));
    client.on('error', () => {});
    errors.push(await client.connect().catch((thrown: unknown) => thrown));
    client.connection.stream.destroy();
    server.close();
  }
  expect(errors.map((error) => error instanceof Error && [error.message, isUnreachable(error)])).toEqual([
    false,
    ['the server is a standby', true],
  ]);
});

/** A client of a server that accepts any login and ends each connection at its first statement, or after BEGIN. */
async function clientOf(
  end: (socket: Socket) => void,
  begins = false,
): Promise<{ client: PrismaClient; pool: pg.Pool }> {
  const server = createServer((socket) => {
    const answers = begins ? [WELCOME, BEGUN] : [WELCOME];
    socket.on('error', () => {}); // the client may disconnect first
    socket.on('data', () => {
      const answer = answers.shift();
      if (answer) socket.write(answer, 'latin1');
      else end(socket);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const address = `postgresql://u:p@127.0.0.1:${port}/premium`;
  const pool = new pg.Pool({ ...connectionOptions(address, VISITORS), Client: PatientClient, max: 1 });
  pool.on('error', () => {});
  const client = new PrismaClient({ adapter: new PrismaPg(pool) });
  opened.push({ client, pool, close: () => server.close() });
  return { client, pool };
}

/** A message of PostgreSQL's protocol: type, length, body. */
function message(kind: string, body: string): string {
  const bytes = Buffer.from(body, 'latin1');
  const length = Buffer.alloc(4);
  length.writeInt32BE(bytes.length + 4);
  return kind + Buffer.concat([length, bytes]).toString('latin1');
}
