/**
 * P11: 40 hostile connections on reset, verify, sign-up and login; how quick `/` stays beside them, and whether right
 * logins are refused. Once all 40 come from one address, and once from so many that no limit by address ends them.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { hashPassword } from '#lib/users/password-hash.ts';
import type { Stack } from '#local/test-stack.ts';
import { median } from './median.ts';
import { openLoop } from './open-loop.ts';
import type { Row } from './rows.ts';
import { setting } from './settings.ts';

const TARGET_MS = 50;
const CONNECTIONS = 40;
const RUNS = setting('RUNS', 3);
const SECONDS = setting('SECONDS', 15);
const PAGE_RATE = 20;
const LOGIN_RATE = 4;
const PEOPLE = 20;
const PASSWORD = 'Quiet-Harbour-7531';

export async function measure({ coordinates }: Stack): Promise<Row[]> {
  const { BASE_URL = '', DATABASE_URL = '' } = coordinates;
  const people = await createPeople(DATABASE_URL);
  const page = { url: `${BASE_URL}/`, headers: {}, perSecond: PAGE_RATE, seconds: SECONDS };
  const beside = async (attack: (end: number) => Promise<unknown>): Promise<Run> => {
    const [shown, logins] = await Promise.all([
      openLoop(page),
      logInEvenly(BASE_URL, people),
      attack(performance.now() + SECONDS * 1000),
    ]);
    return { page: shown.p95, ...logins };
  };
  const quiet = () => beside(() => Promise.resolve());
  await quiet(); // code compiled, connections open
  const [calm, one, many]: [Run[], Run[], Run[]] = [[], [], []];
  for (let run = 0; run < RUNS; run++) {
    calm.push(await quiet());
    one.push(await beside((end) => attackFrom(BASE_URL, end, () => `127.66.${run}.1`)));
    many.push(await beside((end) => attackFrom(BASE_URL, end, newAddress)));
  }
  return [...rowsOf('one address', one, calm), ...rowsOf('ever new addresses', many, calm)];
}

/** Milliseconds, and right logins that were refused. */
type Run = Logins & { page: number };
type Logins = { refused: number; median: number };

function rowsOf(from: string, runs: Run[], calm: Run[]): Row[] {
  const of = (name: keyof Run) => ({ ours: runs.map((run) => run[name]), reference: calm.map((run) => run[name]) });
  const beside = `${CONNECTIONS} hostile connections, ${from}`;
  return [
    { id: 'P11', what: `/ p95, ${beside}`, unit: 'ms', ...of('page'), target: { most: TARGET_MS } },
    {
      id: 'P11',
      what: `right logins refused of ${LOGIN_RATE * SECONDS}, ${beside}`,
      unit: '',
      ...of('refused'),
      target: { most: 0, eachRun: true },
    },
    { id: 'P11', what: `right logins, median, ${beside}`, unit: 'ms', ...of('median') },
  ];
}

/** Right logins, evenly spaced, each from an address of its own without a known browser. */
async function logInEvenly(baseUrl: string, people: readonly string[]): Promise<Logins> {
  const pending: Promise<{ status: number; ms: number }>[] = [];
  for (let n = 0; n < LOGIN_RATE * SECONDS; n++) {
    const body = { email: people[n % people.length], password: PASSWORD };
    pending.push(post(`${baseUrl}/login/email`, body, new Agent({ localAddress: newAddress() })));
    await sleep(1000 / LOGIN_RATE);
  }
  const answers = await Promise.all(pending);
  return {
    refused: answers.filter(({ status }) => status !== 200).length,
    median: median(answers.map(({ ms }) => ms)),
  };
}

/** Each connection sends the next request as soon as it has an answer, and moves on when its address is refused. */
async function attackFrom(baseUrl: string, end: number, chooseAddress: () => string): Promise<void> {
  const attack = async (_: unknown, n: number) => {
    let agent = new Agent({ keepAlive: true, localAddress: chooseAddress() });
    while (performance.now() < end) {
      const [path, body] = ATTACKS[n % ATTACKS.length]?.() ?? ['/', {}];
      const { status } = await post(baseUrl + path, body, agent);
      if (status !== 429) continue;
      agent.destroy();
      agent = new Agent({ keepAlive: true, localAddress: chooseAddress() });
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, attack));
}

const randomEmail = () => `${randomBytes(8).toString('hex')}@hostile.example`;
const randomLink = () => randomBytes(32).toString('base64url');
/** What zxcvbn takes longest for: each character stands for a letter in some spelling. */
const slowPassword = () =>
  `aA1[${Array.from({ length: 36 }, () => 'a4@8({[<6931!|/0$+57%2'.charAt(randomInt(22))).join('')}`;

const ATTACKS: (() => [path: string, body: object])[] = [
  () => ['/reset/email', { email: randomEmail(), token: randomLink(), password: slowPassword() }],
  () => ['/verify/email', { email: randomEmail(), token: randomLink() }],
  () => ['/signup/email', { email: randomEmail(), password: slowPassword() }],
  () => ['/login/email', { email: randomEmail(), password: slowPassword() }],
];

/** One of the addresses of this machine that hardly anybody else of this run has. */
const newAddress = () => `127.${randomInt(67, 250)}.${randomInt(256)}.${randomInt(1, 255)}`;

function post(url: string, body: object, agent: Agent): Promise<{ status: number; ms: number }> {
  const start = performance.now();
  const text = JSON.stringify(body);
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) };
  return new Promise((resolve, reject) => {
    request(url, { method: 'POST', headers, agent, family: 4 }, (response) => {
      const answered = () => resolve({ status: response.statusCode ?? 0, ms: performance.now() - start });
      response.resume().once('end', answered);
    })
      .once('error', reject)
      .end(text);
  });
}

/** Verified people with one password; returns their addresses. */
async function createPeople(url: string): Promise<string[]> {
  const emails = Array.from(
    { length: PEOPLE },
    (_, n) => `right-${n}-${randomBytes(4).toString('hex')}@hostile.example`,
  );
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const statement = `INSERT INTO users (id, email, password_hash, email_verified_at, created_at, updated_at)
    SELECT gen_random_uuid(), email, $2, now(), now(), now() FROM unnest($1::text[]) AS email`;
  await client.query(statement, [emails, await hashPassword(PASSWORD)]).finally(() => client.end());
  return emails;
}
