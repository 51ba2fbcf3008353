import { admitMember, lockAccount } from '#lib/accounts/members.ts';
import { nameOf } from '#lib/accounts/own-accounts.ts';
import { firstOwner, mailAccount } from '#lib/accounts/recipients.ts';
import type { SecondFactorInput } from '#lib/accounts/schema.ts';
import { recordAudit } from '#lib/audit/audit.ts';
import { hasProvedTwo } from '#lib/auth/factors/required.ts';
import { transaction, type Context, type Member } from '#lib/base/context.ts';
import { DomainError, invalidField } from '#lib/base/errors.ts';
import { holdFreshLogin } from '#lib/base/fresh-login.ts';
import { paths } from '#lib/base/paths.ts';
import { contacts } from '#lib/base/settings/contacts.ts';
import { absoluteUrl } from '#lib/base/settings/env.ts';
import { DAY } from '#lib/base/time.ts';

const MOST_AHEAD = 366 * DAY;

/**
 * Requires a second factor of all members of the caller's account from a day on, or no longer, and mails them the day. A
 * past day is today. Throws `reauthentication_required`, like `admitMember`, `invalid` for a day more than a year ahead,
 * and `conflict` for a caller whose own login has one factor: it would be refused.
 */
export async function requireSecondFactor(ctx: Context<Member>, { from }: SecondFactorInput): Promise<void> {
  await transaction(ctx, async (tx) => {
    const { accountId } = tx.actor;
    await holdFreshLogin(tx);
    await lockAccount(tx, accountId);
    await admitMember(tx, accountId, 'manage');
    if (from !== null && !(await hasProvedTwo(tx)))
      throw new DomainError('conflict', 'Log in with a second factor yourself first.');
    const begins = from === null ? null : new Date(Math.max(Date.parse(from), startOfDay(tx.now)));
    if (begins && begins.getTime() > tx.now.getTime() + MOST_AHEAD)
      throw invalidField('from', 'Choose a day within a year.');
    const account = await tx.db.account.update({
      where: { id: accountId },
      data: { twoFactorFrom: begins },
      select: { name: true, memberships: firstOwner },
    });
    await recordAudit(tx, 'account.two_factor_required', accountId, { from: begins?.toISOString() ?? null });
    if (begins)
      await mailAccount(tx, { accountId, permission: 'view' }, 'two_factor_required', {
        account: nameOf(account),
        from: begins.toISOString(),
        accountUrl: absoluteUrl(paths.account),
        supportMail: contacts().supportMail,
      });
  });
}

const startOfDay = (now: Date): number => Math.floor(now.getTime() / DAY) * DAY;
