import { StateLink } from '#components/ui/navigation/state-link.tsx';
import { FIRST_PAGE } from './keyset-pages.ts';

type FirstPageLinkProps = {
  href: (change: typeof FIRST_PAGE) => string;
  go: (change: typeof FIRST_PAGE) => void;
};

/** For a page that no longer exists: its cursor belongs to another sort order, or its rows were removed. */
export function FirstPageLink({ href, go }: FirstPageLinkProps) {
  return (
    <StateLink href={href(FIRST_PAGE)} onNavigate={() => go(FIRST_PAGE)} className="text-small underline">
      Back to the first page
    </StateLink>
  );
}
