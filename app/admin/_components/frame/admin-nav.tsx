'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { classNames } from '#components/ui/look/class-names.ts';
import { paths } from '#lib/paths.ts';
import { CommandPaletteButton } from '../palette/command-palette-button.tsx';
import { ADMIN_PAGES } from './admin-pages.ts';

/** Navigation between the admin pages. On phones the row scrolls. */
export function AdminNav() {
  const path = usePathname();
  return (
    <div className="mb-6 flex items-center gap-4 border-b">
      <nav aria-label="Admin" className="min-w-0 flex-1 overflow-x-auto">
        <ul className="flex gap-6">
          {ADMIN_PAGES.map(({ href, label }) => {
            const isCurrent =
              href === paths.admin ? path === href || path.startsWith('/admin/user/') : path.startsWith(href);
            return (
              <li key={href}>
                <Link
                  href={href}
                  prefetch={false}
                  aria-current={isCurrent ? 'page' : undefined}
                  className={classNames(
                    'block border-b-2 py-2 text-small whitespace-nowrap',
                    isCurrent ? 'border-ink font-medium' : 'border-transparent text-muted hover:text-ink',
                  )}
                >
                  {label}
                </Link>
              </li>
            );
          })}
        </ul>
      </nav>
      <CommandPaletteButton />
    </div>
  );
}
