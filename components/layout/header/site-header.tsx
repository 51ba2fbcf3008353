import { ProductMenu } from '#components/layout/product/product-menu.tsx';
import { paths } from '#lib/base/paths.ts';
import { AuthLinks } from './auth-links.tsx';
import { Brand } from './brand.tsx';
import { HeaderFrame } from './header-frame.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { NavLinks } from './nav-links.tsx';

/**
 * The header of every page. Its HTML is the same for every visitor (S42). The position of each part depends only on the
 * parts before it, so that nothing moves when a slow connection delivers the header in pieces.
 */
export function SiteHeader() {
  return (
    <HeaderFrame>
      <div className="page flex h-16 items-center gap-6 sm:max-lg:grid sm:max-lg:grid-cols-[1fr_auto_1.875rem] noscript:flex! noscript:h-auto noscript:flex-wrap noscript:gap-y-2 noscript:py-3">
        <a href={paths.home} className="flex rounded-sm max-lg:mr-auto lg:mr-6">
          <Brand />
        </a>
        <nav
          aria-label="Main"
          className="mr-auto hidden flex-wrap items-center gap-x-6 lg:not-empty:flex noscript:flex"
        >
          <NavLinks className="rounded-sm py-2 text-small text-muted hover:text-ink" />
        </nav>
        <div className="hidden w-50 items-center justify-end gap-2 sm:flex lg:ml-auto noscript:flex noscript:w-auto">
          <AuthLinks />
        </div>
        <MobileMenu>
          <nav aria-label="Menu" className="page flex flex-col pb-5">
            <ProductMenu className="border-b py-3 font-medium" />
            <NavLinks className="border-b py-3" />
            <div className="mt-5 grid gap-2">
              <AuthLinks secondary="secondary" />
            </div>
          </nav>
        </MobileMenu>
      </div>
    </HeaderFrame>
  );
}
