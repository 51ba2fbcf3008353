import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { paths } from '#lib/base/paths.ts';
import { AdminPage } from './admin-page.tsx';
import { UserNav } from './user-nav.tsx';

type UserPageProps = {
  /** The page's path and query, to return to after a login. */
  path: string;
  loadFailure: string;
  /** Empty if the address names no user. */
  userId: string;
  /** The user's address, null without one; undefined for a visitor who may not see it, and for an unknown user. */
  email?: string | null | undefined;
  children?: ReactNode;
};

/** Frame and guard of an admin page about one user: the same head on each, above the navigation between them. */
export const UserPage = ({ path, loadFailure, userId, email, children }: UserPageProps) => (
  <AdminPage
    path={path}
    title={email === undefined ? 'Customer' : (email ?? 'No Email')}
    loadFailure={loadFailure}
    actions={
      <a href={paths.admin} className={buttonClass({ variant: 'secondary' })}>
        <ArrowLeft aria-hidden="true" className="size-4" />
        Back to users
      </a>
    }
  >
    {userId && <UserNav userId={userId} />}
    {children}
  </AdminPage>
);
