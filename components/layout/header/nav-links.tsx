'use client';

import { usePathname } from 'next/navigation';
import { isConsolePath } from '#components/layout/product/product-pages.ts';
import { HEADER_LINKS } from '#lib/base/settings/site.ts';

/** The site's links. The console has its own, one of them with the same name. */
export function NavLinks({ className }: { className: string }) {
  if (isConsolePath(usePathname())) return null;
  return HEADER_LINKS.map(({ href, label }) => (
    <a key={href} href={href} className={className}>
      {label}
    </a>
  ));
}
