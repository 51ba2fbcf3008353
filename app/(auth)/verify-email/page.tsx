import type { Metadata } from 'next';
import { first, type SearchParams } from '#lib/http/search-params.ts';
import { VerifyEmail } from './_components/verify-email.tsx';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Verify your email', robots: { index: false }, referrer: 'no-referrer' };

export default async function VerifyEmailPage({ searchParams }: { searchParams: SearchParams }) {
  const query = await searchParams;
  return (
    <div className="w-full max-w-form">
      <h1 className="mb-4 text-heading font-semibold tracking-tight">Verify your email</h1>
      <VerifyEmail
        email={first(query.email)}
        token={first(query.token)}
        returnUrl={first(query.return_url)}
        errorCode={first(query.error)}
        done={first(query.done) ? 'verified' : first(query.sent) ? 'resent' : undefined}
      />
    </div>
  );
}
