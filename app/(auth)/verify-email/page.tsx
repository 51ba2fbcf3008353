import type { Metadata } from 'next';
import { Email } from '#lib/email-address/schema.ts';
import { readQuery, word, type SearchParams } from '#lib/http/search-params.ts';
import { text } from '#lib/text.ts';
import { ReturnUrl } from '#lib/users/schema.ts';
import { VerifyEmail } from './_components/verify-email.tsx';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Verify your email', robots: { index: false }, referrer: 'no-referrer' };

const Query = { email: Email, token: text(200), return_url: ReturnUrl, error: word, done: word, sent: word };

export default async function VerifyEmailPage({ searchParams }: { searchParams: SearchParams }) {
  const query = readQuery(Query, await searchParams);
  return (
    <div className="w-full max-w-form">
      <h1 className="mb-4 text-heading font-semibold tracking-tight">Verify your email</h1>
      <VerifyEmail
        email={query.email}
        token={query.token}
        returnUrl={query.return_url}
        errorCode={query.error}
        done={query.done ? 'verified' : query.sent ? 'resent' : undefined}
      />
    </div>
  );
}
