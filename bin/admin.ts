/**
 * Break-glass access for when no admin can log in. `npm run admin -- create|promote|reset-mfa|reset-password EMAIL`
 * reads the app's environment, or that of a running `npm start` if DATABASE_URL is not set. It is safe while
 * the app is running. Every change is in the audit log.
 */
import '#lib/base/one-line-errors.ts';
import { runAdminCommand } from './admin/command.ts';

process.exitCode = await runAdminCommand(process.argv.slice(2));
