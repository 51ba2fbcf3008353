import type { Metadata } from 'next';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { paths } from '#lib/base/paths.ts';
import { findCustomerView } from '#lib/customer-view/service.ts';
import { addressOf, readQuery, type SearchParams, word } from '#lib/http/search-params.ts';
import { askedByPage, requireUser } from '#lib/routes/next.ts';
import { adminContext } from '../../../_components/frame/admin-context.ts';
import { UserPage } from '../../../_components/frame/user-page.tsx';
import { findUserOfPage, userIdOf } from '../_components/find-user.ts';
import { StartView } from './_components/start-view.tsx';
import { LOAD_FAILED, TITLE } from './_components/texts.ts';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: TITLE, robots: { index: false } };

type PageProps = { params: Promise<{ id: string }>; searchParams: SearchParams };

export default async function ViewAsCustomerPage({ params, searchParams }: PageProps) {
  const id = userIdOf((await params).id);
  const query = await searchParams;
  const path = addressOf(paths.adminViewAs(id), query);
  const frame = { path, userId: id, loadFailure: LOAD_FAILED };
  if ((await requireUser(path)).role !== 'admin') return <UserPage {...frame} />;
  const ctx = await adminContext(path);
  const { user } = await findUserOfPage(ctx, id);
  const open = await askedByPage(findCustomerView(ctx, id));
  return (
    <UserPage {...frame} email={user.email}>
      <div className="max-w-measure space-y-6">
        {readQuery({ ended: word }, query).ended && !open && <Alert tone="info" text="The view has ended." />}
        {open ? (
          <OpenView userId={id} until={open.expires_at} />
        ) : (
          <StartView userId={id} hasEmail={user.email !== null} />
        )}
      </div>
    </UserPage>
  );
}

/** A link back to a customer view that is still open. */
function OpenView({ userId, until }: { userId: string; until: string }) {
  return (
    <Alert tone="info" text={`You are viewing this account until ${until.slice(11, 16)} UTC.`}>
      <a href={paths.adminViewed(userId, 'dashboard')} className={buttonClass({ size: 'sm' })}>
        Continue
      </a>
    </Alert>
  );
}
