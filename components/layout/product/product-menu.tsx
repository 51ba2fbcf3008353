'use client';

import { useAuthState } from '#components/layout/header/auth-state.ts';
import { PRODUCT_PAGES } from './product-pages.ts';

/** The subscriber's pages, first in the phone's menu. Empty for visitors. */
export function ProductMenu({ className }: { className: string }) {
  if (useAuthState() !== 'logged-in') return null;
  return PRODUCT_PAGES.map(({ href, label }) => (
    <a key={href} href={href} className={className}>
      {label}
    </a>
  ));
}
