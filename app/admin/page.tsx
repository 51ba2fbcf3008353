import type { Metadata } from 'next';
import { buttonClass } from '#components/ui/button.tsx';
import { addressOf, type SearchParams } from '#lib/http/search-params.ts';
import { paths } from '#lib/paths.ts';
import { AdminPage } from './_components/admin-page.tsx';
import { CreateUserButton } from './_components/create-user-button.tsx';
import { RefreshButton } from './_components/refresh-button.tsx';
import { texts } from './_components/user-texts.ts';
import { USERS } from './_components/users-filters.ts';
import { UsersScreen } from './_components/users-screen.tsx';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Admin Dashboard', robots: { index: false } };

export default async function AdminUsersPage({ searchParams }: { searchParams: SearchParams }) {
  return (
    <AdminPage
      path={addressOf(paths.admin, await searchParams)}
      title="Admin Dashboard"
      loadFailure={texts.loadFailed}
      actions={
        <>
          <RefreshButton queryKey={USERS} />
          <a href={paths.adminKeys} className={buttonClass({ variant: 'secondary' })}>
            Keys Management
          </a>
          <a href={paths.adminOAuth} className={buttonClass({ variant: 'secondary' })}>
            OAuth2 Clients
          </a>
          <CreateUserButton />
        </>
      }
    >
      <UsersScreen />
    </AdminPage>
  );
}
