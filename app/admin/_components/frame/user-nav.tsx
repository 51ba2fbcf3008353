'use client';

import { PageNav } from '#components/ui/navigation/page-nav.tsx';
import { paths } from '#lib/base/paths.ts';

/** Navigation between the admin pages about one user. */
export function UserNav({ userId }: { userId: string }) {
  return (
    <div className="mb-6 flex border-b">
      <PageNav
        label="User"
        items={[
          { href: paths.adminUser(userId), label: 'Customer' },
          { href: paths.adminTimeline(userId), label: 'Timeline' },
          { href: paths.adminUserUsage(userId), label: 'Usage' },
          { href: paths.adminViewAs(userId), label: 'View as customer' },
        ]}
      />
    </div>
  );
}
