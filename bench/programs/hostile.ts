/**
 * P11: 40 hostile connections on reset, verify, sign-up and login. Measures how fast `/` responds in the meantime and
 * whether correct logins are refused: once with all 40 from one IP address, once from so many addresses that the limits
 * per address do not stop them.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stack } from '#dev/tests/test-stack.ts';
import { median } from '../results/median.ts';
import type { Row } from '../results/rows.ts';
import { setting } from '../results/settings.ts';
import type { Attack } from '../tools/hostile-attack.ts';
import { newAddress, post } from '../tools/hostile-request.ts';
import { openLoop } from '../tools/open-loop.ts';
import { createPeople } from '../tools/people.ts';

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
  const people = await createPeople(DATABASE_URL, PEOPLE, PASSWORD);
  const page = { url: `${BASE_URL}/`, headers: {}, perSecond: PAGE_RATE, seconds: SECONDS };
  const beside = async (from?: Attack['from']): Promise<Run> => {
    const [shown, logins] = await Promise.all([
      openLoop(page),
      logInEvenly(BASE_URL, people),
      from && attackFrom(BASE_URL, from),
    ]);
    return { page: shown.p95, ...logins };
  };
  await beside(); // warm-up
  const [calm, one, many]: [Run[], Run[], Run[]] = [[], [], []];
  for (let run = 0; run < RUNS; run++) {
    calm.push(await beside());
    one.push(await beside('one IP address'));
    many.push(await beside('many IP addresses'));
  }
  return [...rowsOf('one IP address', one, calm), ...rowsOf('many IP addresses', many, calm)];
}

/** Times in ms; `refused` counts correct logins that were refused. */
type Run = Logins & { page: number };
type Logins = { refused: number; median: number };

function rowsOf(from: string, runs: Run[], calm: Run[]): Row[] {
  const of = (name: keyof Run) => ({ ours: runs.map((run) => run[name]), reference: calm.map((run) => run[name]) });
  const beside = `${CONNECTIONS} hostile connections from ${from}`;
  return [
    { id: 'P11', what: `/ p95, ${beside}`, unit: 'ms', ...of('page'), target: { most: TARGET_MS } },
    {
      id: 'P11',
      what: `correct logins refused of ${LOGIN_RATE * SECONDS}, ${beside}`,
      unit: '',
      ...of('refused'),
      target: { most: 0, eachRun: true },
    },
    { id: 'P11', what: `correct logins, median, ${beside}`, unit: 'ms', ...of('median') },
  ];
}

/** Correct logins, evenly spaced, each from its own IP address and an unknown browser. */
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

/** Attacks from a separate process, so that it does not slow this one. Resolves when that process has exited. */
async function attackFrom(baseUrl: string, from: Attack['from']): Promise<void> {
  const attacker = fork(path.join(import.meta.dirname, '../tools/hostile-attack.ts'));
  attacker.send({ baseUrl, from, connections: CONNECTIONS, seconds: SECONDS } satisfies Attack);
  await once(attacker, 'exit');
}
