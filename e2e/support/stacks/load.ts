import { Agent, request } from 'node:http';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';

export type Call = { path: string; method?: string; headers?: Record<string, string>; body?: string };
type Offer = { url: string; calls: readonly Call[]; perSecond: number; seconds: number; connections?: number };
type Demand = { url: string; calls: readonly Call[]; connections: number; seconds: number };

/** Response times in ms of 200s (ok) and 503s (refused), the count of each other outcome, and 200s per second. */
export type Outcome = { ok: Times; refused: Times; other: Record<string, number>; goodput: number };
export class Times {
  readonly values: number[] = [];

  add(milliseconds: number): void {
    this.values.push(milliseconds);
  }
  get count(): number {
    return this.values.length;
  }
  /** The time within which this share of the requests was answered, in whole ms. */
  at(share: number): number {
    const sorted = this.values.toSorted((a, b) => a - b);
    return Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
  }
}

/** Connections that a balancer may keep open to an instance. */
const KEPT = 250;

/**
 * Sends evenly spaced requests whether or not earlier ones were answered, as independent visitors would (an open loop),
 * through connections that are already open, as a balancer's are.
 */
export async function offer({ url, calls, perSecond, seconds, connections = KEPT }: Offer): Promise<Outcome> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, maxFreeSockets: connections });
  await Promise.all(Array.from({ length: connections }, () => send(url, { path: '/healthz' }, agent, newOutcome())));
  const outcome = newOutcome();
  const pending: Promise<void>[] = [];
  const start = performance.now();
  for (let n = 0; n < perSecond * seconds; n++) {
    const due = start + (n * 1000) / perSecond;
    if (due > performance.now() + 1) await sleep(due - performance.now());
    else if (n % 8 === 0) await turn(); // behind schedule: gives Node.js a turn to read responses
    pending.push(send(url, calls[n % calls.length], agent, outcome));
  }
  await Promise.all(pending);
  return finish(outcome, agent, start);
}

/** Keeps `connections` busy: each sends its next request after the previous response (a closed loop). */
export async function demand({ url, calls, connections, seconds }: Demand): Promise<Outcome> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const outcome = newOutcome();
  const start = performance.now();
  let n = 0;
  const ask = async () => {
    while (performance.now() < start + seconds * 1000) await send(url, calls[n++ % calls.length], agent, outcome);
  };
  await Promise.all(Array.from({ length: connections }, ask));
  return finish(outcome, agent, start);
}

const newOutcome = (): Outcome => ({ ok: new Times(), refused: new Times(), other: {}, goodput: 0 });

function finish(outcome: Outcome, agent: Agent, start: number): Outcome {
  agent.destroy();
  return { ...outcome, goodput: (outcome.ok.count * 1000) / (performance.now() - start) };
}

function send(url: string, call: Call | undefined, agent: Agent, outcome: Outcome): Promise<void> {
  const { path = '/', method = 'GET', headers = {}, body } = call ?? {};
  const from = performance.now();
  const note = (status: number | string) => {
    if (status === 200) outcome.ok.add(performance.now() - from);
    else if (status === 503) outcome.refused.add(performance.now() - from);
    else outcome.other[status] = (outcome.other[status] ?? 0) + 1;
  };
  const { hostname, port, host } = new URL(url);
  return new Promise((resolve) => {
    request({ hostname, port, family: 4, path, method, agent, headers: { host, ...headers } }, (response) => {
      response.resume().once('close', () => resolve(note(response.statusCode ?? 0)));
    })
      .once('error', (error: NodeJS.ErrnoException) => resolve(note(error.code ?? error.message)))
      .end(body);
  });
}
