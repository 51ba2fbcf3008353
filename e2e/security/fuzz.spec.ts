import { expect, test } from '@playwright/test';
import { published } from '#lib/openapi/published.ts';
import { randomFrom } from '#lib/testing/random.ts';
import { ACCESS } from '../support/access-matrix.ts';
import { createBillingStack } from '../support/stacks/billing-stack.ts';
import { exchange, exchangeBytes, type Received, type Sent } from './support/exchange.ts';
import { valuesOf } from './support/from-schema.ts';
import { OPERATIONS_OF_NOBODY, operationsOf } from './support/operations.ts';
import { requestOf } from './support/requests.ts';
import { callerOf, createScenario } from './support/scenario.ts';

const REQUESTS = 10_000;
const AT_ONCE = 16;
const SLOWEST_MS = 5000;
/** Internals that no body may contain: stack traces, SQL, paths of our files (S82). */
const INNARDS =
  /\n\s+at .+:\d+:\d+|node_modules|\.(ts|js):\d+|\bprisma\b|\bSELECT .+ FROM\b|\bINSERT INTO\b|sqlstate|["'\s]\/(home|tmp|work|root|usr)\//i;

test('answers 10,000 random requests without 5xx, hangs or internals in a body (S28, S52, S55, S82)', async () => {
  test.setTimeout(420_000);
  const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
  console.log(`FUZZ_SEED=${seed}`);
  const random = randomFrom(seed);
  const stack = await createBillingStack();
  try {
    const scenario = await createScenario(stack);
    const operations = [...operationsOf(Object.keys(ACCESS)), ...OPERATIONS_OF_NOBODY];
    const values = valuesOf(random, published.components.schemas, scenario.present);
    const answers: Received[] = [];
    const problems: string[] = [];
    const startedAt = performance.now();
    const slow = Promise.all(
      [slowHead, slowBody].map((bytes) => timed(exchangeBytes(stack.baseUrl, bytes, 60_000, 'x'))),
    );
    for (const operation of operations) {
      const credentials = await scenario.logIn();
      const requests = Array.from({ length: Math.ceil(REQUESTS / operations.length) }, () => {
        const sent = requestOf(random, values, operation, stack.baseUrl);
        const caller = callerOf(random, operation.path);
        const headers = { ...(caller !== 'anonymous' && credentials[caller]), ...sent.headers };
        return { sent: { ...sent, headers }, address: `127.77.0.${random.int(1, 32)}` };
      });
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
    console.log(`${operations.length} operations, ${spread(answers)}, ${Math.round(performance.now() - startedAt)} ms`);
    expect(problems.length, `${problems.slice(0, 20).join('\n')}\n${stack.first.output().slice(-3000)}`).toBe(0);
    expect(stack.first.output(), 'the process was not restarted').not.toContain('restarting it');
    expect((await fetch(`${stack.baseUrl}/readyz`)).status).toBe(200);
    for (const { text, ms } of await slow) {
      expect(text, 'slow senders are cut off (S35, S56)').toMatch(/^HTTP\/1\.1 408 /);
      expect(ms).toBeLessThan(50_000);
    }
    const share = (code: number) => answers.filter(({ status }) => status === code).length / answers.length;
    expect(share(429), 'rate limits refuse few requests').toBeLessThan(0.1);
    expect(share(200), 'enough requests succeed').toBeGreaterThan(0.1);
  } finally {
    expect((await stack.remove())?.violations, 'requests to Stripe that break its contract').toEqual([]);
  }
});

const slowHead = 'POST /login/email HTTP/1.1\r\nHost: localhost\r\nX-Slow: ';
const slowBody =
  'POST /login/email HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n';

async function timed(answer: Promise<string>): Promise<{ text: string; ms: number }> {
  const startedAt = performance.now();
  return { text: await answer, ms: performance.now() - startedAt };
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of queue) await work(item);
    }),
  );
}

function problemOf({ status, text, ms }: Received): string | null {
  if (status >= 500) return 'a 5xx';
  if (ms > SLOWEST_MS) return `${Math.round(ms)} ms`;
  const shown = INNARDS.exec(text)?.[0];
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
