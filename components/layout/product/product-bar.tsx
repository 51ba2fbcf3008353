'use client';

import { skipToken, useQuery } from '@tanstack/react-query';
import { MEMBERSHIP, useMembership } from '#components/account/membership.ts';
import { useAuthState } from '#components/layout/header/auth-state.ts';
import { useUserStatus } from '#components/layout/header/use-user-status.ts';
import { classNames } from '#components/ui/look/class-names.ts';
import { PageNav } from '#components/ui/navigation/page-nav.tsx';
import { admits } from '#lib/accounts/roles.ts';
import { callApi } from '#lib/api-client/api-client.ts';
import { paths } from '#lib/base/paths.ts';
import { AccountSwitch } from './account-switch.tsx';
import { PRODUCT_PAGES } from './product-pages.ts';

const ADMIN = { href: paths.admin, label: 'Admin' };

/**
 * The bar of the signed-in pages, beneath the header. It stays in view in place of the header (globals.css), so that
 * only one of them covers the page. The console's link comes last, because it appears only once the
 * user status has loaded. For a visitor of the setup guide, the bar is empty: every other page would ask for a login.
 */
export function ProductBar() {
  const { data: status } = useUserStatus();
  const auth = useAuthState();
  useStaticMembership(auth === 'logged-in');
  const { role } = useMembership();
  const pages = PRODUCT_PAGES.filter(({ href }) => admits(role, 'GET', href));
  const isVisitor = auth === 'logged-out';
  return (
    <div
      data-product-bar={isVisitor ? undefined : ''}
      className={classNames('border-b bg-paper', isVisitor ? 'border-transparent' : 'sticky top-0 z-40')}
    >
      <div className={classNames('page sm:flex', isVisitor && 'invisible')}>
        <PageNav label="Product" items={status?.is_admin ? [...pages, ADMIN] : pages} />
        <AccountSwitch />
      </div>
    </div>
  );
}

/** A page that is the same for all users, such as the setup guide, does not say what the person is in the account. */
function useStaticMembership(isLoggedIn: boolean) {
  useQuery({
    queryKey: [MEMBERSHIP],
    staleTime: Infinity,
    queryFn: isLoggedIn ? askMembership : skipToken,
  });
}

async function askMembership() {
  const { accounts } = await callApi('GET /account/api/accounts');
  const role = accounts.find((account) => account.is_current)?.role ?? 'owner';
  return { role, hasOthers: accounts.length > 1, lacksFactor: false };
}
