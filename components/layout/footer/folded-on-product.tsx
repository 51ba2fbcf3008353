'use client';

import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { isProductPath } from '#components/layout/product/product-pages.ts';

/** Folds the footer's columns on the signed-in pages. */
export function FoldedOnProduct({ children }: { children: ReactNode }) {
  if (!isProductPath(usePathname())) return children;
  return (
    <details>
      <summary className="page w-full py-3 text-small text-muted hover:text-ink">Site map and contact</summary>
      {children}
    </details>
  );
}
