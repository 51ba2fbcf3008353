import { Button } from '#components/ui/actions/button.tsx';
import { EmptyState } from '#components/ui/states/empty-state.tsx';
import { LoadFailure } from '../../../_components/frame/load-failure.tsx';
import { FirstPageLink } from '../../../_components/lists/first-page-link.tsx';
import type { ClientsView } from './clients-query.ts';
import { EVERYTHING, type ClientsChange } from './clients-view.ts';
import { CreateClientButton } from './create-client-button.tsx';
import { texts } from './texts.ts';

type Steps = {
  view: ClientsView;
  go: (change: ClientsChange) => void;
  href: (change: ClientsChange) => string;
};

/** Says why the clients failed to load, and offers Retry and, on a later page, the first page. */
export function ClientsFailure({ error, onRetry, view, go, href }: Steps & { error: Error; onRetry: () => void }) {
  return (
    <div className="space-y-3">
      <LoadFailure text={texts.loadFailed} error={error} onRetry={onRetry} />
      {view.after.length > 0 && <FirstPageLink go={go} href={href} />}
    </div>
  );
}

/** Shown instead of rows if there are no clients. */
export function NoClients({ view, go, href }: Steps) {
  if (view.search.trim())
    return (
      <EmptyState title="No clients match" text="The search looks at names and client IDs.">
        <Button variant="secondary" onClick={() => go(EVERYTHING)}>
          Show all clients
        </Button>
      </EmptyState>
    );
  if (view.after.length)
    return (
      <EmptyState title="Nothing on this page" text="Its clients have been deleted.">
        <FirstPageLink go={go} href={href} />
      </EmptyState>
    );
  return (
    <EmptyState
      title="No OAuth2 Clients"
      text="Register an application so that users can log in to it with their account here."
    >
      <CreateClientButton isFirst>Create First Client</CreateClientButton>
    </EmptyState>
  );
}
