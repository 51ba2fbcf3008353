/**
 * `npm run check`: looks at everything that an installation needs, prints one line for each, and exits with 1 if one
 * fails. Changes nothing; `--mail ADDRESS` sends one email. Reads the app's environment, or that of a running
 * `npm start` if DATABASE_URL is not set.
 */
import '#lib/base/one-line-errors.ts';
import path from 'node:path';
import { runsFrom } from '#lib/base/settings/release.ts';
import { runChecks, textOf } from './check/run-checks.ts';
import { provideLocalSettings } from './local-settings.ts';

const [option, address, ...more] = process.argv.slice(2);
if ((option !== undefined && (option !== '--mail' || !address)) || more.length) {
  console.error('Usage: npm run check [-- --mail ADDRESS]');
  process.exit(2);
}
runsFrom(path.resolve(import.meta.dirname, '..'));
if (process.env.NODE_ENV !== 'production') provideLocalSettings();
const lines = await runChecks(address, (line) => console.log(textOf(line)));
process.exit(lines.some(({ result }) => result === 'FAIL') ? 1 : 0);
