import type { Metadata } from 'next';
import { QueryProvider } from '#components/layout/state/query-provider.tsx';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { textOfCode, texts } from '#components/users/error-texts.ts';
import { judgeResetLink } from '#lib/auth/settings/reset-link.ts';
import { paths } from '#lib/base/paths.ts';
import { text } from '#lib/base/text/text.ts';
import { readQuery, word, type SearchParams } from '#lib/http/search-params.ts';
import { ResetPassword } from './_components/reset-password.tsx';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Reset your password', robots: { index: false }, referrer: 'no-referrer' };

const Query = { email: text(300), token: text(200), forgot: word, invited: word, error: word, done: word };

export default async function ResetPasswordPage({ searchParams }: { searchParams: SearchParams }) {
  const query = readQuery(Query, await searchParams);
  const link = judgeResetLink({ email: query.email, token: query.token, forgot: query.forgot });
  const error = query.error;
  const isInvited = query.invited === '1';
  if (query.done) return <Done />;
  if ('error' in link) return <InvalidLink text={link.error} />;
  return (
    <div className="w-full max-w-form">
      <h1 className="mb-4 text-heading font-semibold tracking-tight">
        {isInvited ? 'Choose your password' : 'Reset your password'}
      </h1>
      <QueryProvider>
        <ResetPassword {...link} isInvited={isInvited} errorText={error && textOfCode(error, texts.resetFailed)} />
      </QueryProvider>
    </div>
  );
}

function InvalidLink({ text }: { text: string }) {
  return (
    <div className="w-full max-w-form space-y-4">
      <h1 className="text-heading font-semibold tracking-tight">Invalid Reset Link</h1>
      <Alert tone="error" text={text} />
      <a href={paths.login()} className={buttonClass({ size: 'lg' }, 'w-full')}>
        Back to Login
      </a>
    </div>
  );
}

function Done() {
  return (
    <div className="w-full max-w-form space-y-4">
      <h1 className="text-heading font-semibold tracking-tight">Reset your password</h1>
      <Alert tone="success" text={texts.resetSuccess} />
      <a href={paths.login()} className={buttonClass({ size: 'lg' }, 'w-full')}>
        Log in
      </a>
    </div>
  );
}
