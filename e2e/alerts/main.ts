/**
 * `npm run record:alerts`: runs two web processes with load through faults, samples their metrics as Prometheus would,
 * and writes deploy/prometheus/recorded.test.yml. promtool then replays the samples against the alert rules. Takes
 * about 28 minutes, because the rules wait for up to five.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND } from '#lib/base/time.ts';
import { createDetachedStack, logInAsAdmin } from '../support/stacks/detached-stack.ts';
import { demand, offer } from '../support/stacks/load.ts';
import { createRecording, INTERVAL_S, type Expected } from './recording.ts';

const PER_SECOND = 4;
/** More than an instance starts at once or lets wait for 150 ms (server/admission/load-shedding.ts). */
const OVERLOAD_CONNECTIONS = 100;

const stack = await createDetachedStack();
const first = await stack.startApp({ PORT: String(stack.port) });
const second = await stack.startApp();
const instances = [
  { name: 'a', ...first },
  { name: 'b', ...second },
].map(({ name, metricsUrl, url }) => ({ name, metricsUrl, url }));
const recording = createRecording();
const expected: Expected[] = [];
const { cookies } = await logInAsAdmin(stack);
const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
const pages = ['/dashboard', '/admin/api/users', '/usagegraph/24h'].map((path) => ({ path, headers: { cookie } }));
/** The first two need the database for each request. */
const calls = [...pages.slice(0, 2), { path: '/login' }, { path: '/pricing' }];

const seconds = INTERVAL_S - 1;
const usual = (url: string) => offer({ url, calls, perSecond: PER_SECOND, seconds, connections: 20 });
const tooMuch = (url: string) => demand({ url, calls: pages, connections: OVERLOAD_CONNECTIONS, seconds });
let latest = 0;

/** Takes samples for `duration` seconds, while both instances get requests. */
async function go(duration: number, load: typeof usual = usual): Promise<void> {
  const end = recording.seconds + duration;
  while (recording.seconds < end) {
    const from = Date.now();
    const next = sleep(INTERVAL_S * SECOND);
    const loads = instances.map(({ url }) => load(url).catch(() => null));
    await recording.sample(instances);
    await Promise.all([next, ...loads]);
    latest = Math.max(latest, (Date.now() - from) / SECOND - INTERVAL_S);
  }
}
function expect(alert: string, fires: boolean, why: string): void {
  const at = recording.seconds - INTERVAL_S; // the time of the latest sample
  expected.push({ at, alert, fires, why });
  console.log(`${at} s: ${alert} ${fires ? 'must fire' : 'must not fire'} (${why})`);
}
const ALERTS = ['SiteDown', 'InstanceDown', 'InstanceRestarts', 'RequestsUnavailable', 'RequestsFail', 'Overload'];

try {
  await go(120);
  for (const alert of ALERTS) expect(alert, false, 'two instances at work');

  await stack.postgres.stop();
  await go(180);
  expect('RequestsUnavailable', true, 'PostgreSQL has been stopped for three minutes');
  expect('InstanceDown', false, 'both processes still answer Prometheus');
  expect('RequestsFail', false, '503 is not counted as a failure');
  await stack.postgres.start();
  await go(180);
  expect('RequestsUnavailable', false, 'PostgreSQL has been back for three minutes');

  await second.kill();
  await go(180);
  expect('InstanceDown', true, 'one process was killed three minutes ago');
  expect('SiteDown', false, 'the other process answers');
  await first.kill();
  await go(105);
  expect('SiteDown', true, 'both processes were killed');
  await first.restart();
  await second.restart();
  await go(60);
  expect('SiteDown', false, 'both processes are back');
  expect('InstanceDown', false, 'both processes are back');

  for (let n = 0; n < 3; n++) {
    await second.kill();
    await second.restart();
    await go(30);
  }
  expect('InstanceRestarts', true, 'one process restarted four times in eight minutes');

  await go(405, tooMuch);
  expect('Overload', true, 'seven minutes of more requests than two processes can answer');
  await go(330);
  expect('Overload', false, 'usual load for five minutes');
  const load = `${PER_SECOND} requests a second to each of two processes`;
  recording.write(expected, `${recording.seconds} s, ${load}, samples at most ${latest.toFixed(1)} s late`);
} finally {
  await stack.remove();
}
process.exit();
