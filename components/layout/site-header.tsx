import { paths } from '#lib/paths.ts';
import { AuthLinks } from './auth-links.tsx';
import { Brand } from './brand.tsx';
import { HeaderFrame } from './header-frame.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { NavLinks } from './nav-links.tsx';

/** The header of every page. Its HTML is the same for everybody. */
export function SiteHeader() {
  return (
    <HeaderFrame>
      <div className="page flex h-16 items-center justify-between gap-6">
        <a href={paths.home} className="flex rounded-sm">
          <Brand />
        </a>
        <nav aria-label="Main" className="hidden items-center gap-6 lg:flex">
          <NavLinks className="rounded-sm text-small text-muted hover:text-ink" />
        </nav>
        <div className="hidden w-50 items-center justify-end gap-2 lg:flex">
          <AuthLinks />
        </div>
        <MobileMenu>
          <nav aria-label="Menu" className="page flex flex-col py-3">
            <NavLinks className="border-b py-3" />
            <div className="mt-4 mb-2 grid gap-2">
              <AuthLinks />
            </div>
          </nav>
        </MobileMenu>
      </div>
    </HeaderFrame>
  );
}
