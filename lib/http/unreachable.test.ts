import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { PrismaClient } from '#generated/prisma/client.ts';
import { connectionOptions, PatientClient, PrimaryClient, VISITORS } from '#lib/connection.ts';
import { inTransaction } from '#lib/db.ts';
import { isUnreachable } from './error-response.ts';

/** PostgreSQL's messages after a login (AuthenticationOk, ReadyForQuery), after BEGIN, and on termination (FATAL). */
const WELCOME = message('R', '\0\0\0\0') + message('Z', 'I');
const BEGUN = message('C', 'BEGIN\0') + message('Z', 'T');
const farewell = (code: string) => message('E', `SFATAL\0VFATAL\0C${code}\0Mterminating connection\0\0`);

/** Ways in which a connection can end while a statement runs. */
const ENDINGS: [how: string, end: (socket: Socket) => void][] = [
  ['with a reset', (socket) => socket.resetAndDestroy()],
  ['without a message', (socket) => socket.destroy()],
  ['because PostgreSQL shuts down', (socket) => socket.end(farewell('57P01'), 'latin1')],
  ['because a PostgreSQL process crashed', (socket) => socket.end(farewell('57P02'), 'latin1')],
  ['because PostgreSQL is starting', (socket) => socket.end(farewell('57P03'), 'latin1')],
  ['because HAProxy has no primary', (socket) => socket.end(farewell('25006'), 'latin1')],
  ['because PostgreSQL has too many connections', (socket) => socket.end(farewell('53300'), 'latin1')],
];

/** Ways in which our code uses the database, and whether the server answers BEGIN before the connection ends. */
const ASKS: [what: string, ask: (client: PrismaClient) => Promise<unknown>, begins?: true][] = [
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
  'reports $what as unreachable when the connection ends $how (R9)',
  async ({ end, ask, begins }) => {
    const error = await ask(await clientOf(end, begins)).catch((thrown: unknown) => thrown);
    expect(isUnreachable(error), String(error)).toBe(true);
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
async function clientOf(end: (socket: Socket) => void, begins = false): Promise<PrismaClient> {
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
  return client;
}

/** A message of PostgreSQL's protocol: type, length, body. */
function message(kind: string, body: string): string {
  const bytes = Buffer.from(body, 'latin1');
  const length = Buffer.alloc(4);
  length.writeInt32BE(bytes.length + 4);
  return kind + Buffer.concat([length, bytes]).toString('latin1');
}
