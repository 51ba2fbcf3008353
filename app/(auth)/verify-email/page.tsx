import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { QueryProvider } from '#components/layout/state/query-provider.tsx';
import { ReturnUrl } from '#lib/auth/schema.ts';
import { findSignUpLink, isBrowserOf } from '#lib/auth/sign-up/sign-ups.ts';
import { text } from '#lib/base/text/text.ts';
import { Email } from '#lib/email-address/schema.ts';
import { readQuery, word, type SearchParams } from '#lib/http/search-params.ts';
import { askedByPage, currentTokens } from '#lib/routes/next.ts';
import { createContext } from '#lib/routes/request-context.ts';
import { VerifyEmail } from './_components/verify-email.tsx';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Verify your email', robots: { index: false }, referrer: 'no-referrer' };

const Query = { email: Email, token: text(200), return_url: ReturnUrl, error: word, done: word, sent: word };

export default async function VerifyEmailPage({ searchParams }: { searchParams: SearchParams }) {
  const query = readQuery(Query, await searchParams);
  const { email, token } = query;
  const link = email && token ? await askedByPage(findLink(email, token)) : null;
  return (
    <div className="w-full max-w-form">
      <QueryProvider>
        <VerifyEmail
          email={email}
          token={link ? token : undefined}
          choosesPassword={link?.choosesPassword ?? false}
          returnUrl={link?.returnUrl ?? query.return_url}
          errorCode={query.error}
          done={query.done ? 'verified' : query.sent ? 'resent' : undefined}
        />
      </QueryProvider>
    </div>
  );
}

/** The live link, and whether this browser is not the one that signed up. */
async function findLink(email: string, token: string) {
  const ctx = createContext({ headers: await headers() }, { kind: 'anonymous' });
  const link = await findSignUpLink(ctx, email, token);
  if (!link) return null;
  const { signUp } = await currentTokens();
  return { returnUrl: link.returnUrl, choosesPassword: !isBrowserOf(link, signUp) || link.passwordHash === null };
}
