'use client';

import { PageNav } from '#components/ui/navigation/page-nav.tsx';
import { paths } from '#lib/base/paths.ts';
import { VIEWED_PAGES } from '#lib/customer-view/schema.ts';
import { PAGE_LABELS } from './texts.ts';

/** The pages of the viewed account. */
export function ViewedNav({ userId }: { userId: string }) {
  return (
    <div className="mb-8 flex border-b">
      <PageNav
        label="Viewed account"
        items={VIEWED_PAGES.map((page) => ({ href: paths.adminViewed(userId, page), label: PAGE_LABELS[page] }))}
      />
    </div>
  );
}
