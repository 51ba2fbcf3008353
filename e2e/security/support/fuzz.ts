import { expect } from '@playwright/test';
import { published } from '#lib/openapi/published.ts';
import { randomFrom } from '#lib/testing/random.ts';
import { ACCESS } from '../../support/access-matrix.ts';
import { createBillingStack } from '../../support/stacks/billing-stack.ts';
import { exchange, type Received, type Sent } from './exchange.ts';
import { valuesOf } from './from-schema.ts';
import { OPERATIONS_OF_NOBODY, operationsOf } from './operations.ts';
import { requestOf } from './requests.ts';
import { callerOf, createScenario } from './scenario.ts';

const AT_ONCE = 16;
/**
 * Internals that no body may contain: stack traces and paths of our files (S82). Allows Rspamd's path on FreeBSD, which
 * the setup guide shows.
 */
const INNARDS =
  /\n\s+at .+:\d+:\d+|node_modules|\.(ts|js):\d+|\bprisma\b|sqlstate|["'\s]\/(home|tmp|work|root|usr(?!\/local\/etc\/rspamd))\//i;
/** Statements of SQL, in capitals as Prisma and our queries write them: a page may hold a `<select>` and the word "from". */
const STATEMENT = /\bSELECT .+ FROM\b|\bINSERT INTO\b|\bUPDATE .+ SET\b|\bDELETE FROM\b/;

export type Fuzzed = {
  answers: Received[];
  /** For example "90 operations, 270 requests: 200 × 200, 70 × 404; median 3 ms …" */
  spread: string;
};

/**
 * Sends random requests to every operation of a copy of the product, as every kind of caller. Throws if a request gets
 * a 5xx, no response or a body with internals, or if the process exits. `beside` runs at the same time.
 */
export async function fuzz(
  { requests: count, seed }: { requests: number; seed: number },
  beside: (baseUrl: string) => Promise<void> = () => Promise.resolve(),
): Promise<Fuzzed> {
  const random = randomFrom(seed);
  const stack = await createBillingStack();
  try {
    const scenario = await createScenario(stack);
    const operations = [...operationsOf(Object.keys(ACCESS)), ...OPERATIONS_OF_NOBODY];
    const values = valuesOf(random, published.components.schemas, scenario.present);
    const answers: Received[] = [];
    const problems: string[] = [];
    const besides = beside(stack.baseUrl);
    const each = Math.ceil(count / operations.length);
    // A request may end a session, so the callers log in again after every few requests.
    for (const some of chunksOf(operations, Math.ceil(AT_ONCE / each))) {
      const credentials = await scenario.logIn();
      const requests = some.flatMap((operation) =>
        Array.from({ length: each }, () => {
          const sent = requestOf(random, values, operation, stack.baseUrl);
          const caller = callerOf(random, operation.path);
          const headers = { ...(caller !== 'anonymous' && credentials[caller]), ...sent.headers };
          return { sent: { ...sent, headers }, address: `127.77.0.${random.int(1, 32)}` };
        }),
      );
      await inParallel(requests, async ({ sent, address }) => {
        try {
          const received = await exchange(stack.baseUrl, sent, address);
          answers.push(received);
          const problem = problemOf(received);
          if (problem)
            problems.push(`${problem}: ${summary(sent)} → ${received.status} ${received.text.slice(0, 300)}`);
        } catch (error) {
          problems.push(`${String(error)}: ${summary(sent)}`);
        }
      });
    }
    expect(problems.length, `${problems.slice(0, 20).join('\n')}\n${stack.first.output().slice(-3000)}`).toBe(0);
    expect(stack.first.output(), 'the process was not restarted').not.toContain('restarting it');
    expect((await fetch(`${stack.baseUrl}/readyz`)).status).toBe(200);
    await besides;
    return { answers, spread: `${operations.length} operations, ${spread(answers)}` };
  } finally {
    expect((await stack.remove())?.violations, 'requests to Stripe that break its contract').toEqual([]);
  }
}

const chunksOf = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size));

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of queue) await work(item);
    }),
  );
}

function problemOf({ status, text }: Received): string | null {
  if (status >= 500) return 'a 5xx';
  const shown = INNARDS.exec(text)?.[0] ?? STATEMENT.exec(text)?.[0];
  return shown ? `shows ${JSON.stringify(shown)}` : null;
}

function summary({ method, path, headers, body }: Sent): string {
  const { cookie, authorization, ...others } = headers;
  const who = cookie ? 'with a cookie' : authorization ? 'with credentials' : 'anonymous';
  return `${method} ${path.slice(0, 300)} (${who}) ${JSON.stringify(others).slice(0, 300)} ${JSON.stringify(body?.toString().slice(0, 400) ?? '')}`;
}

/** Summarises statuses and response times. */
function spread(answers: readonly Received[]): string {
  const counts = Map.groupBy(answers, ({ status }) => status);
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (part: number) => `${Math.round(times[Math.floor(times.length * part)] ?? 0)} ms`;
  const statuses = [...counts].sort(([a], [b]) => a - b).map(([status, { length }]) => `${length} × ${status}`);
  return `${answers.length} requests: ${statuses.join(', ')}; median ${at(0.5)}, 99 % within ${at(0.99)}, slowest ${at(0.99999)}`;
}
