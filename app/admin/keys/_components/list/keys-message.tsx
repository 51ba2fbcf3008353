import { Button } from '#components/ui/actions/button.tsx';
import { EmptyState } from '#components/ui/states/empty-state.tsx';
import { ErrorCard } from '#components/ui/states/error-card.tsx';
import { ApiError } from '#lib/api-client/api-client.ts';
import { texts } from './keys-texts.ts';
import { FIRST_PAGE } from '../../../_components/lists/keyset-pages.ts';
import { FirstPageLink } from '../../../_components/lists/first-page-link.tsx';
import type { KeysView } from './keys-query.ts';
import { NO_FILTERS, type ViewChange } from './keys-view.ts';

type Steps = {
  view: KeysView;
  go: (change: ViewChange) => void;
  href: (change: ViewChange) => string;
};

/** Says why the keys failed to load, with a link to the first page if this page no longer exists. */
export function KeysFailure({ error, onRetry, view, go, href }: Steps & { error: Error; onRetry: () => void }) {
  const { status = 0 } = error instanceof ApiError ? error : {};
  const isPageGone = status === 400 && view.after.length > 0;
  return (
    <ErrorCard
      text={texts.loadFailed}
      help={isPageGone || status === 403 ? undefined : error.message}
      error={error}
      onRetry={onRetry}
    >
      {isPageGone && <FirstPageLink href={href} go={go} />}
    </ErrorCard>
  );
}

/** Shown instead of rows if there are no keys. */
export function NoKeys({ view, go }: Omit<Steps, 'href'>) {
  const isFiltered =
    view.search.trim() !== '' ||
    view.rank !== null ||
    view.email !== null ||
    view.attention !== null ||
    view.after.length > 0;
  if (isFiltered)
    return (
      <EmptyState title="No keys match" text="The search looks at descriptions, emails and public keys.">
        <Button variant="secondary" onClick={() => go({ ...NO_FILTERS, ...FIRST_PAGE })}>
          Clear filters
        </Button>
      </EmptyState>
    );
  return view.deleted ? (
    <EmptyState title="No deleted keys" text="Deleted keys are listed here and can be restored at any time." />
  ) : (
    <EmptyState title="No keys yet" text="Each subscription gets a key. Create others with Generate Key." />
  );
}
