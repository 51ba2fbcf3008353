/**
 * P11: 40 hostile connections on reset, verify, sign-up and login. Measures how fast `/` responds in the meantime and
 * whether correct logins are refused: once with all 40 from one IP address, once from so many addresses that the limits
 * per address do not stop them. P17: the same of `/` for the worst request known of each kind, with 30 connections from
 * one IP address, and from 40 addresses with one connection each.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stack } from '#dev/tests/test-stack.ts';
import { median } from '../results.ts';
import type { Row } from '../results.ts';
import { setting } from '../settings.ts';
import type { Attack } from '../tools/hostile-attack.ts';
import { WORST, type Kind } from '../tools/worst-requests.ts';
import { newAddress, post } from '../tools/hostile-request.ts';
import { openLoop } from '../tools/open-loop.ts';
import { createPeople } from '../tools/people.ts';

const TARGET_MS = 50;
const CONNECTIONS = 40;
const OF_ONE = 30;
const RUNS = setting('RUNS', 3);
const SECONDS = setting('SECONDS', 15);
const SECONDS_OF_KIND = setting('KIND_SECONDS', 6);
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
      from && attackFrom({ baseUrl: BASE_URL, from, connections: CONNECTIONS, seconds: SECONDS }),
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
  const forms = [...rowsOf('one IP address', one, calm), ...rowsOf('many IP addresses', many, calm)];
  return [...forms, ...(await worstRows(BASE_URL))];
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

/** P17: how fast `/` responds to another IP address in the meantime, without attack and with each kind. */
async function worstRows(baseUrl: string): Promise<Row[]> {
  const seconds = SECONDS_OF_KIND;
  const page = async () => (await openLoop({ url: `${baseUrl}/`, headers: {}, perSecond: PAGE_RATE, seconds })).p95;
  const calm: number[] = [];
  const times = new Map<string, number[]>();
  for (let run = 0; run < RUNS; run++) {
    calm.push(await page());
    for (const kind of Object.keys(WORST) as Kind[])
      for (const [from, connections] of [
        ['one IP address', OF_ONE],
        ['many IP addresses', CONNECTIONS],
      ] as const) {
        const [p95] = await Promise.all([page(), attackFrom({ baseUrl, from, kind, connections, seconds })]);
        const what = `/ p95, ${connections} connections from ${from}: ${kind}`;
        times.set(what, [...(times.get(what) ?? []), p95]);
      }
  }
  return [...times].map(([what, ours]) => ({
    id: 'P17',
    what,
    unit: 'ms',
    ours,
    reference: calm,
    target: { most: TARGET_MS, eachRun: true },
  }));
}

/** Attacks from a separate process, so that it does not slow this one. Resolves when that process has exited. */
async function attackFrom(attack: Attack): Promise<void> {
  const attacker = fork(path.join(import.meta.dirname, '../tools/hostile-attack.ts'));
  attacker.send(attack);
  await once(attacker, 'exit');
}
