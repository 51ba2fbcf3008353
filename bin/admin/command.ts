import { provideLocalSettings } from '#bin/local-settings.ts';
import { generatePassword } from '#bin/operator-password.ts';
import { createAdmin, promoteUser, removeTwoFactor, resetPasswordOf } from '#lib/admin/break-glass.ts';
import { closeDb } from '#lib/base/db/db.ts';
import { DomainError } from '#lib/base/errors.ts';
import { oneLineOf } from '#lib/base/text/one-line.ts';
import { Email } from '#lib/email-address/schema.ts';
import { closeQueue } from '#lib/jobs/queue.ts';
import { processContext } from '#lib/routes/request-context.ts';

const USAGE = `Usage: npm run admin -- <command> EMAIL
  create EMAIL                   creates an admin and prints the password once
  promote EMAIL                  makes a user an admin, verified and not blocked
  reset-mfa EMAIL                removes two-factor login, recovery codes and passkeys
  reset-password EMAIL [--mail]  sets a new password and prints it once; with --mail, mails a link instead`;

type Command = (email: string, flags: readonly string[]) => Promise<string>;

const context = () => processContext({ kind: 'system', job: 'command' });

const COMMANDS: Record<string, Command> = {
  create: async (email) => {
    const password = generatePassword();
    await createAdmin(context(), email, password);
    return `${email} is now an admin.\nPassword (shown only once): ${password}`;
  },
  promote: async (email) => {
    const { unblocked } = await promoteUser(context(), email);
    return `${email} is now an admin${unblocked ? ', and no longer blocked' : ''}.`;
  },
  'reset-mfa': async (email) => {
    const { totp, passkeys } = await removeTwoFactor(context(), email);
    const gone = [...(totp ? ['two-factor login'] : []), ...(passkeys ? [`${passkeys} passkeys`] : [])];
    return `${email}: ${gone.length ? `${gone.join(' and ')} removed` : 'there was nothing to remove'}. All sessions ended.`;
  },
  'reset-password': async (email, flags) => {
    const password = flags.includes('--mail') ? null : generatePassword();
    await resetPasswordOf(context(), email, password);
    const how =
      password === null ? 'A link to set a new one will be mailed.' : `Password (shown only once): ${password}`;
    return `${email}: the old password no longer works. All sessions ended.\n${how}`;
  },
};

/** Runs the command in `args`, prints its result, and returns the exit code: 2 for wrong arguments, 1 for a refusal. */
export async function runAdminCommand(args: readonly string[]): Promise<number> {
  const [name = '', address = '', ...flags] = args;
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  const known = name === 'reset-password' ? ['--mail'] : [];
  if (!command || !address || !flags.every((flag) => known.includes(flag))) return complain(USAGE, 2);
  const email = Email.safeParse(address);
  if (!email.success) return complain(`${JSON.stringify(address)} is not an email address.`, 2);
  provideLocalSettings();
  try {
    console.log(await command(email.data, flags));
    return 0;
  } catch (error) {
    if (error instanceof DomainError && name === 'create' && error.code === 'conflict')
      return complain(`A user with the address ${email.data} already exists. Use promote instead.`, 1);
    return complain(`${name} failed: ${oneLineOf(error)}`, 1);
  } finally {
    await Promise.allSettled([closeQueue(), closeDb()]);
  }
}

function complain(text: string, code: number): number {
  console.error(text);
  return code;
}
