/**
 * P15: from paid to the green light. A customer pays, puts the key into a running Rspamd, and sends the test message;
 * the storage host is a real Rspamd with the agent at its usual intervals. The time that a person needs is not counted:
 * both files are written as soon as the key is shown, and the command is repeated every five seconds until it prints a
 * match.
 */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#dev/stack/ports.ts';
import { makeFolder } from '#dev/tests/rspamd.ts';
import { guideFiles, plainMailServer } from '#dev/tests/storage-host.ts';
import type { Stack } from '#dev/tests/test-stack.ts';
import { median } from '../results.ts';
import type { Row } from '../results.ts';
import { setting } from '../settings.ts';
import { pay, startPurchase, untilAnswered, untilKey, untilMatch } from '../tools/customer.ts';
import { startFuzzyHost, type FuzzyHost } from '../tools/fuzzy-host.ts';
import { createPeople } from '../tools/people.ts';

const TRIES = setting('TRIES', 20);
const TARGET_S = 60;
const WORST_S = 90;
const PASSWORD = 'Quiet-Harbour-7531';
/** A customer pays after a random pause up to this long, so at any moment of the agent's intervals. */
const LONGEST_PAUSE_MS = 10_000;

/** The key is shown, the agent has written it, the command prints the match, the light is green, the page shows a match. */
const STEPS = ['key', 'host', 'symbol', 'green', 'match'] as const;
type Step = (typeof STEPS)[number];

export async function measure(stack: Stack): Promise<Row[]> {
  const folder = makeFolder();
  const host = await startFuzzyHost(stack, folder.path);
  const seconds: Record<Step, number[]> = { key: [], host: [], symbol: [], green: [], match: [] };
  try {
    // The first customer is not counted: until the first key exists the key map is empty, which hosts refuse.
    const people = await createPeople(stack.coordinates.DATABASE_URL ?? '', TRIES + 1, PASSWORD);
    for (const [index, email] of people.entries()) {
      const since = await tryOut(stack, host, path.join(folder.path, `mail${index}`), email);
      if (index === 0) continue;
      for (const name of STEPS) seconds[name].push(since[name] / 1000);
      console.log(`try ${index}: ${spoken(seconds)}`);
    }
  } catch (error) {
    console.log(host.said());
    throw error;
  } finally {
    await host.stop();
    folder.remove();
  }
  for (const [name, values] of Object.entries(seconds))
    console.log(`${name}: median ${median(values).toFixed(1)} s, worst ${Math.max(...values).toFixed(1)} s`);
  const row = (what: string, ours: number[]) => ({ id: 'P15', what: `from paid to ${what}`, unit: 's', ours });
  return [
    { ...row('green light', seconds.green), target: { most: TARGET_S } },
    { ...row('green light, worst', seconds.green), target: { most: WORST_S, eachRun: true } },
    { ...row('first match shown', seconds.match), target: { most: WORST_S, eachRun: true } },
    row('key shown', seconds.key),
    row('key on the storage host', seconds.host),
    row('the command prints the match', seconds.symbol),
  ];
}

/** When one customer sees each step, in milliseconds since the payment. */
async function tryOut(stack: Stack, host: FuzzyHost, folder: string, email: string) {
  const port = await freePort();
  const mail = plainMailServer(folder, port);
  try {
    await mail.start(port);
    const customer = await startPurchase(stack, email, PASSWORD);
    await sleep(Math.random() * LONGEST_PAUSE_MS);
    const paid = performance.now();
    await pay(stack, customer);
    const publicKey = await untilKey(stack, customer);
    const key = performance.now();
    mail.reload(guideFiles(publicKey, host.port));
    const [written, symbol, { green, match }] = await Promise.all([
      host.untilWritten(publicKey),
      untilAnswered(port),
      untilMatch(stack, customer),
    ]);
    const at = { key, host: written, symbol, green, match };
    return Object.fromEntries(STEPS.map((name) => [name, at[name] - paid])) as Record<Step, number>;
  } finally {
    await mail.stop();
  }
}

const spoken = (seconds: Record<string, number[]>) =>
  Object.entries(seconds)
    .map(([name, values]) => `${name} ${values.at(-1)?.toFixed(1)} s`)
    .join(', ');
