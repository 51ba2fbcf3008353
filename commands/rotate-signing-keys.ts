/**
 * `npm run rotate-signing-keys`: the next key signs ID tokens from now on. With `--compromised` the one that signed until
 * now is taken away as well, and tokens that it signed are refused (docs/operations.md).
 */
import { closeDb } from '#lib/db.ts';
import { processContext } from '#lib/http/request-context.ts';
import { rotateSigningKeys } from '#lib/oauth/rotate-signing-keys.ts';

const [option] = process.argv.slice(2);
if (option !== undefined && option !== '--compromised') {
  console.error('Usage: npm run rotate-signing-keys [-- --compromised]');
  process.exit(1);
}
await rotateSigningKeys(processContext({ kind: 'system', job: 'rotate-signing-keys' }), option ? 'compromised' : 'now');
console.log('Another key signs now. Running processes follow within 30 seconds.');
await closeDb();
