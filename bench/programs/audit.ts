/**
 * P7: pages, filters and export of the audit log, and users' timelines, with 100 million events of three years, or as
 * many as the time for filling allows. The reference of the requests is the cheapest admin request in the same run;
 * that of the export is a COPY of the same rows.
 */
import pg from 'pg';
import type { Stack } from '#dev/tests/test-stack.ts';
import { DAY } from '#lib/base/time.ts';
import type { Row } from '../results.ts';
import { setting } from '../settings.ts';
import { p95s, timed, times, type Ask, type Timing } from '../tools/admin-calls.ts';
import { logInAsAdmin } from '../tools/admin-login.ts';
import { buildAuditLog, countAuditEvents } from '../tools/audit-data.ts';
import { measureExport } from '../tools/audit-export.ts';

const EVENTS = setting('EVENTS', 100_000_000);
const PAGES = 20;

const LIST = '/admin/api/audit';

type Example = { id: string; target: string; email: string; ip: string; requestId: string };

export const fill = (databaseUrl: string): Promise<void> => buildAuditLog(databaseUrl, EVENTS);

export async function measure(stack: Stack): Promise<Row[]> {
  const { DATABASE_URL = '', BASE_URL = '' } = stack.coordinates;
  const { cookie } = await logInAsAdmin(stack);
  const ask = (path: string) => timed(`${BASE_URL}${path}`, cookie);
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  try {
    const amid = `with ${Math.round((await countAuditEvents(client)) / 1e5) / 10} million events`;
    const examples = await chooseExamples(client);
    const reference = await p95s(() => times(ask, ['/admin/api/status']));
    const rows: Row[] = [];
    for (const [name, calls] of Object.entries(cases(ask, examples))) {
      const ours = await p95s(calls);
      rows.push({ id: 'P7', what: `${name} ${amid}, p95`, unit: 'ms', ours, reference, target: { most: 120 } });
    }
    return [...rows, await measureExport(client, BASE_URL, cookie, amid)];
  } finally {
    await client.end();
  }
}

/** Events of different months, so that the requests are about different people. */
async function chooseExamples(client: pg.Client): Promise<Example[]> {
  const examples: Example[] = [];
  for (const days of [1, 100, 400, 900]) {
    const { rows } = await client.query<Example>(
      `SELECT e.id::text, e.target_id AS target, u.email, e.ip, e.request_id AS "requestId"
       FROM audit_events e JOIN users u ON u.id::text = e.target_id WHERE e.at > $1 ORDER BY e.at LIMIT 1`,
      [new Date(Date.now() - days * DAY)],
    );
    examples.push(...rows);
  }
  return examples;
}

/** The requests of one run, by the name of their row in the results. */
function cases(ask: Ask, examples: readonly Example[]): Record<string, () => Promise<Timing[]>> {
  const day = (ago: number) => new Date(Date.now() - ago * DAY).toISOString().slice(0, 10);
  const filters = [
    ...['action=session.started', 'action=user.two_factor_removed', 'action=user.', 'action=nothing', 'ip=203.0.113.1'],
    ...['actor=admin', 'actor=server', 'actor=system', 'actor=anonymous', 'actor=mail', 'request_id=nothing'],
    ...[`from=${day(700)}&to=${day(690)}`, `to=${day(900)}&action=user.blocked`, `from=${day(1)}&actor=subscriber`],
    ...examples.flatMap(({ target, email, ip, requestId }) => [
      ...[`target=${target}`, `actor=${encodeURIComponent(email)}`, `ip=${ip}`, `request_id=${requestId}`],
      ...[`target=${target}&action=session.refused`, `ip=${ip}&to=${day(300)}`],
    ]),
  ];
  return {
    'audit log pages': async () => [...(await walk(ask, '')), ...(await walk(ask, `&to=${day(500)}`))],
    'audit log filters': () =>
      times(
        ask,
        filters.map((filter) => `${LIST}?${filter}`),
      ),
    'single audit events': () =>
      times(
        ask,
        examples.map(({ id }) => `${LIST}/${id}`),
      ),
    "users' timelines": () =>
      times(
        ask,
        examples.map(({ target }) => `/admin/users/${target}/timeline`),
      ),
  };
}

/** Walks through pages of 200. */
async function walk(ask: Ask, filter: string): Promise<Timing[]> {
  const timings: Timing[] = [];
  let cursor: string | null | undefined;
  for (let page = 1; page <= PAGES && cursor !== null; page++) {
    const { ms, body } = await ask(`${LIST}?limit=200${filter}${cursor ? `&cursor=${cursor}` : ''}`);
    timings.push({ path: `page ${page}${filter}`, ms });
    cursor = body.next_cursor ?? null;
  }
  return timings;
}
