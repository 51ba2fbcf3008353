'use client';

import { useUserStatus } from '#components/layout/header/use-user-status.ts';
import { PageNav } from '#components/ui/navigation/page-nav.tsx';
import { paths } from '#lib/paths.ts';
import { PRODUCT_PAGES } from './product-pages.ts';

const ADMIN = { href: paths.admin, label: 'Admin' };

/** The bar of the signed-in pages, beneath the header. The console's link comes last, because it appears only once the user status has loaded. */
export function ProductBar() {
  const { data: status } = useUserStatus();
  return (
    <div className="border-b">
      <div className="page flex">
        <PageNav label="Product" items={status?.is_admin ? [...PRODUCT_PAGES, ADMIN] : PRODUCT_PAGES} />
      </div>
    </div>
  );
}
