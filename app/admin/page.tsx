import type { Metadata } from 'next';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { paths } from '#lib/base/paths.ts';
import { addressOf, type SearchParams } from '#lib/http/search-params.ts';
import { listUsers, UserListQuery } from '#lib/users/list.ts';
import { AdminPage } from './_components/frame/admin-page.tsx';
import { RefreshButton } from './_components/frame/refresh-button.tsx';
import { FirstLists, listAt, savedViewsOf } from './_components/lists/first-lists.tsx';
import { CreateUserButton } from './_components/users/dialogs/create-user-button.tsx';
import { InviteUserButton } from './_components/users/invite/invite-user-button.tsx';
import { texts } from './_components/users/list/user-texts.ts';
import { usersList, USERS } from './_components/users/list/users-list.ts';
import { UsersScreen } from './_components/users/list/users-screen.tsx';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Admin dashboard', robots: { index: false } };

export default async function AdminUsersPage({ searchParams }: { searchParams: SearchParams }) {
  const query = await searchParams;
  const lists = [listAt(usersList, UserListQuery, listUsers, query), savedViewsOf('users')];
  return (
    <AdminPage
      path={addressOf(paths.admin, query)}
      title="Admin dashboard"
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
          <InviteUserButton />
        </>
      }
    >
      <FirstLists lists={lists}>
        <UsersScreen />
      </FirstLists>
    </AdminPage>
  );
}
