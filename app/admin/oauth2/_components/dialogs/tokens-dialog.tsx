'use client';

import { useState } from 'react';
import { Button } from '#components/ui/actions/button.tsx';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { EmptyState } from '#components/ui/states/empty-state.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import type { OAuthClientView, OAuthTokenView } from '#lib/oauth/views.ts';
import { LoadFailure } from '../../../_components/frame/load-failure.tsx';
import { texts } from '../list/texts.ts';
import { useClientTokens, useReloadClients } from '../list/use-clients.ts';
import { ClientConfirm } from './client-confirm.tsx';
import { TokensTable } from './tokens-table.tsx';

/** A client's active tokens, newest first, with their expiry. */
export function TokensDialog({ client, onClose }: { client: OAuthClientView; onClose: () => void }) {
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage } = useClientTokens(client.id);
  const [revoked, setRevoked] = useState<OAuthTokenView | null>(null);
  const tokens = data?.pages.flatMap((page) => page.tokens);
  const failed = (reason: Error) => (
    <LoadFailure text={texts.tokensFailed} error={reason} onRetry={() => void refetch()} />
  );
  const total = data?.pages.at(-1)?.total ?? 0;
  return (
    <Dialog size="wide" title="Tokens" description={client.name} onClose={onClose}>
      <div className="space-y-4 [--table-ground:var(--color-surface)]">
        {tokens && error && failed(error)}
        <QueryResult
          query={{ data: tokens, error, isFetching, refetch }}
          skeleton={<TokensTable tokens={undefined} isBusy onRevoke={setRevoked} />}
          failure={failed}
          empty={<EmptyState title="No active tokens" text="No user has an active token for this application." />}
        >
          {(rows) => <TokensTable tokens={rows} isBusy={isFetching} onRevoke={setRevoked} />}
        </QueryResult>
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
                Show more
              </Button>
            )}
          </div>
        )}
      </div>
      {revoked && <RevokeToken client={client} token={revoked} onClose={() => setRevoked(null)} />}
    </Dialog>
  );
}

type RevokeTokenProps = { client: OAuthClientView; token: OAuthTokenView; onClose: () => void };

function RevokeToken({ client, token, onClose }: RevokeTokenProps) {
  const reload = useReloadClients();
  const { type, token_prefix: prefix, user_id: userId, user_email: email } = token;
  return (
    <ClientConfirm
      title="Revoke Token"
      text={texts.askRevoke}
      about={`${type} ${prefix}… of ${email ?? userId}`}
      confirmText="Revoke"
      busyText="Revoking..."
      failed={texts.revokeFailed}
      action={() =>
        callApi('DELETE /admin/api/oauth2/clients/{id}/tokens/{prefix}', { params: { id: client.id, prefix } })
      }
      onDone={() => {
        toast.success(texts.revoked);
        onClose();
        void reload.tokens(client.id);
      }}
      onClose={onClose}
    />
  );
}
