import { expect, test } from '../fixtures.ts';
import { exchangeBytes } from '../security/support/exchange.ts';
import { fuzz } from '../security/support/fuzz.ts';

const SLOWEST_MS = 5000;

test('answers 10,000 random requests within 5 s, without 5xx or internals in a body (S28, S52, S55, S82)', async () => {
  test.setTimeout(420_000);
  const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
  console.log(`FUZZ_SEED=${seed}`);
  const { answers, spread } = await fuzz({ requests: 10_000, seed }, cutsOffSlowSenders);
  console.log(spread);
  expect(answers.filter(({ ms }) => ms > SLOWEST_MS)).toEqual([]);
  const share = (code: number) => answers.filter(({ status }) => status === code).length / answers.length;
  expect(share(429), 'rate limits refuse few requests').toBeLessThan(0.1);
  expect(share(200), 'enough requests succeed').toBeGreaterThan(0.1);
});

const slowHead = 'POST /login/email HTTP/1.1\r\nHost: localhost\r\nX-Slow: ';
const slowBody =
  'POST /login/email HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9999\r\n\r\n';

async function cutsOffSlowSenders(baseUrl: string): Promise<void> {
  const startedAt = performance.now();
  const answers = await Promise.all([slowHead, slowBody].map((bytes) => exchangeBytes(baseUrl, bytes, 60_000, 'x')));
  for (const text of answers) expect(text, 'slow senders are cut off (S35, S56)').toMatch(/^HTTP\/1\.1 408 /);
  expect(performance.now() - startedAt).toBeLessThan(50_000);
}
