import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { FirstAnswers } from '#components/layout/state/first-answers.tsx';
import { listSessions } from '#lib/auth/session/queries.ts';
import { listPasskeys } from '#lib/auth/settings/passkeys.ts';
import { getTwoFactor } from '#lib/auth/settings/two-factor.ts';
import type { Member } from '#lib/context.ts';
import { askedByPage } from '#lib/routes/next.ts';
import { createContext } from '#lib/routes/request-context.ts';
import { getEmailAddress } from '#lib/users/email-change.ts';

/**
 * Puts the data of the first sections into the page's HTML, under the query keys that the browser uses, so that nothing
 * on the first screen moves while the page loads (P14).
 */
export async function FirstData({ actor, children }: { actor: Member; children: ReactNode }) {
  const ctx = createContext({ headers: await headers() }, actor);
  const [email, twoFactor, passkeys, sessions] = await askedByPage(
    Promise.all([getEmailAddress(ctx), getTwoFactor(ctx), listPasskeys(ctx), listSessions(ctx)]),
  );
  const answers = [
    { key: ['email-address'], data: email },
    { key: ['two-factor'], data: twoFactor },
    { key: ['passkeys'], data: passkeys },
    { key: ['sessions'], data: sessions },
  ];
  return (
    <FirstAnswers answers={answers} at={ctx.now.getTime()}>
      {children}
    </FirstAnswers>
  );
}
