'use client';

import { PageNav, type PageNavItem } from '#components/ui/navigation/page-nav.tsx';
import { paths } from '#lib/paths.ts';
import { CommandPaletteButton } from '../palette/command-palette-button.tsx';
import { ADMIN_PAGES } from './admin-pages.ts';

const ITEMS = ADMIN_PAGES.map(({ href, label }): PageNavItem => ({
  href,
  label,
  isCurrent: (path) =>
    href === paths.admin
      ? path === href || path.startsWith('/admin/user/') || path.startsWith('/admin/users/')
      : path.startsWith(href),
}));

/** Navigation between the admin pages. */
export function AdminNav() {
  return (
    <div className="mb-6 flex items-center gap-4 border-b">
      <PageNav label="Admin" items={ITEMS} />
      <CommandPaletteButton />
    </div>
  );
}
