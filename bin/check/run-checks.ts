/** All lines of `npm run check`, in the order in which an installation is set up. */
import { env } from '#lib/env.ts';
import { oneLineOf } from '#lib/one-line.ts';
import { checkDatabase, checkMigrations, checkRole } from './database.ts';
import { fail, lineOf, ok, skip, type Finding, type Line } from './line.ts';
import { checkMail } from './mail.ts';
import {
  checkBackup,
  checkDeliveries,
  checkHosts,
  checkJobs,
  checkRefusals,
  checkWorker,
  readState,
} from './operation.ts';
import { checkPorts, checkSite } from './site.ts';
import { checkStripe } from './stripe.ts';

/** Runs every check, also after a failure. `print` gets each line as soon as it is known. */
export async function runChecks(mailTo: string | undefined, print: (line: Line) => void): Promise<Line[]> {
  const lines: Line[] = [];
  const add = (...more: Line[]) => {
    lines.push(...more);
    for (const line of more) print(line);
  };
  const check = async (name: string, work: () => Finding | Promise<Finding>) => add(await lineOf(name, work));

  await check('settings', checkSettings);
  if (lines[0]?.result === 'FAIL') return lines;
  await check('database', checkDatabase);
  const hasDatabase = lines.at(-1)?.result === 'ok';
  const stored = (name: string, work: () => Finding | Promise<Finding>) =>
    check(name, hasDatabase ? work : () => skip('needs the database'));
  await stored('role', checkRole);
  await stored('migrations', checkMigrations);
  await check('mail', () => checkMail(mailTo));
  add(...(await checkStripe()));
  await stored('site', checkSite);
  await check('ports', () => checkPorts());
  await check('refusals', checkRefusals);
  const state = hasDatabase ? readState() : null;
  state?.catch(() => {}); // each line reports it
  for (const [name, work] of [
    ...[['worker', checkWorker] as const, ['jobs', checkJobs] as const, ['deliveries', checkDeliveries] as const],
    ...[['backup', checkBackup] as const, ['storage hosts', checkHosts] as const],
  ])
    await stored(name, async () => (state ? work(await state) : skip('needs the database')));
  return lines;
}

function checkSettings(): Finding {
  try {
    const { APP_MODE, APP_URL } = env();
    return ok(`${APP_MODE}, ${APP_URL}`);
  } catch (error) {
    return fail(`${oneLineOf(error)}. .env.example describes each`);
  }
}

/** The width of the longest name. */
const NAME_WIDTH = 15;

export const textOf = ({ name, result, text }: Line): string =>
  `${result.padEnd(4)}  ${name.padEnd(NAME_WIDTH)}${text}`;
