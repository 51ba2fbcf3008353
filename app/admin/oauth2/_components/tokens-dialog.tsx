'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import type { OAuthClientView, OAuthTokenView } from '#lib/oauth/views.ts';
import { LoadFailure } from '../../_components/load-failure.tsx';
import { RevokeToken } from './revoke-token.tsx';
import { texts } from './texts.ts';
import { TokensTable } from './tokens-table.tsx';
import { useClientTokens } from './use-clients.ts';

/** A client's active tokens, newest first, with their expiry. */
export function TokensDialog({ client, onClose }: { client: OAuthClientView; onClose: () => void }) {
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage } = useClientTokens(client.id);
  const [revoked, setRevoked] = useState<OAuthTokenView | null>(null);
  const tokens = data?.pages.flatMap((page) => page.tokens);
  const total = data?.pages.at(-1)?.total ?? 0;
  return (
    <Dialog size="wide" title="Tokens" description={client.name} onClose={onClose}>
      <div className="space-y-4 [--table-ground:var(--color-surface)]">
        {error && <LoadFailure text={texts.tokensFailed} error={error} onRetry={() => void refetch()} />}
        {tokens?.length === 0 && (
          <EmptyState title="No active tokens" text="Nobody is logged in to this application with a token of ours." />
        )}
        {(tokens ? tokens.length > 0 : !error) && (
          <TokensTable tokens={tokens} isBusy={isFetching} onRevoke={setRevoked} />
        )}
        {tokens && tokens.length > 0 && (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p role="status" className="text-small text-muted">
              {tokens.length} of {Math.max(total, tokens.length)}
            </p>
            {hasNextPage && (
              <Button
                variant="secondary"
                aria-disabled={isFetching}
                onClick={() => !isFetching && void fetchNextPage()}
              >
                Show More
              </Button>
            )}
          </div>
        )}
      </div>
      {revoked && <RevokeToken client={client} token={revoked} onClose={() => setRevoked(null)} />}
    </Dialog>
  );
}
