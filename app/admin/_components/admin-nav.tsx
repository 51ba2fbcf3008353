'use client';

import type { Route } from 'next';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { classNames } from '#components/ui/class-names.ts';
import { paths } from '#lib/paths.ts';

const PAGES = [
  { href: paths.admin, label: 'Users' },
  { href: paths.adminKeys, label: 'Keys' },
  { href: paths.adminOAuth, label: 'OAuth2 clients' },
  { href: paths.adminServers, label: 'Servers' },
  { href: paths.adminBilling, label: 'Billing' },
  { href: paths.adminAudit, label: 'Audit' },
  { href: paths.adminJobs, label: 'Jobs' },
] as const;

/** Leads from each admin page to the others; on phones the row scrolls. */
export function AdminNav() {
  const path = usePathname();
  return (
    <nav aria-label="Admin" className="-mx-3 mb-6 overflow-x-auto border-b">
      <ul className="flex gap-1 px-3">
        {PAGES.map(({ href, label }) => {
          const isCurrent =
            href === paths.admin ? path === href || path.startsWith('/admin/user/') : path.startsWith(href);
          return (
            <li key={href}>
              <Link
                href={href as Route}
                prefetch={false}
                aria-current={isCurrent ? 'page' : undefined}
                className={classNames(
                  'block border-b-2 px-3 py-2 text-small whitespace-nowrap',
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
  );
}
