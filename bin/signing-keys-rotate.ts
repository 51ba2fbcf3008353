/**
 * `npm run signing-keys:rotate`: the next key signs ID tokens from now on. With `--compromised` the previous key is
 * also removed, and tokens that it signed are refused (docs/operations.md).
 */
import '#lib/base/one-line-errors.ts';
import { closeDb } from '#lib/base/db/db.ts';
import { rotateSigningKeys } from '#lib/oauth/store/rotate-signing-keys.ts';
import { processContext } from '#lib/routes/request-context.ts';

const [option] = process.argv.slice(2);
if (option !== undefined && option !== '--compromised') {
  console.error('Usage: npm run signing-keys:rotate [-- --compromised]');
  process.exit(1);
}
await rotateSigningKeys(processContext({ kind: 'system', job: 'rotate-signing-keys' }), option ? 'compromised' : 'now');
console.log('The next key is now active. Running processes switch within 30 seconds.');
await closeDb();
