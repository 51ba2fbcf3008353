'use client';

import { useState } from 'react';
import { Button } from '#components/ui/actions/button.tsx';
import { Copyable } from '#components/ui/actions/copyable.tsx';
import { Breakable } from '#components/ui/data/breakable.tsx';
import { Time } from '#components/ui/data/time.tsx';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { Badge } from '#components/ui/states/badge.tsx';
import { EmptyState } from '#components/ui/states/empty-state.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { SkeletonRows } from '#components/ui/tables/table-states.tsx';
import { ActionsHeader } from '#components/ui/tables/actions-column.tsx';
import { Cell, HeaderCell, Row, RowHeader, Table, TableBody, TableHead } from '#components/ui/tables/table.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { paths } from '#lib/base/paths.ts';
import type { OAuthClientView, OAuthTokenView } from '#lib/oauth/views.ts';
import { LoadFailure } from '../../../_components/frame/load-failure.tsx';
import { texts } from '../list/texts.ts';
import { useClientTokens, useReloadClients } from '../list/use-clients.ts';
import { ClientConfirm } from './client-confirm.tsx';

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
      title="Revoke token"
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

const COLUMNS = ['Type', 'Token Prefix', 'User ID', 'Scopes', 'Expires'];
const SHOWN = 9;

type Revoke = (token: OAuthTokenView) => void;
type TokensTableProps = { tokens: readonly OAuthTokenView[] | undefined; isBusy: boolean; onRevoke: Revoke };

function TokensTable({ tokens, isBusy, onRevoke }: TokensTableProps) {
  return (
    <Table caption="Tokens" isCaptionHidden isBusy={isBusy}>
      <TableHead>
        {COLUMNS.map((name) => (
          <HeaderCell key={name}>{name}</HeaderCell>
        ))}
        <ActionsHeader />
      </TableHead>
      <TableBody>
        {tokens ? (
          tokens.map((token) => (
            <TokenRow
              key={`${token.type} ${token.token_prefix} ${token.user_id} ${token.expires_at}`}
              token={token}
              onRevoke={onRevoke}
            />
          ))
        ) : (
          <SkeletonRows columns={COLUMNS.length + 1} rows={4} />
        )}
      </TableBody>
    </Table>
  );
}

function TokenRow({ token, onRevoke }: { token: OAuthTokenView; onRevoke: Revoke }) {
  const { type, token_prefix: prefix, user_id: userId, user_email: email, scopes, expires_at: expiresAt } = token;
  return (
    <Row>
      <RowHeader>
        <Badge tone={type === 'access' ? 'info' : 'neutral'}>{type}</Badge>
      </RowHeader>
      <Cell label="Token Prefix">
        <code className="font-mono text-small">{prefix}…</code>
      </Cell>
      <Cell label="User ID">
        <Copyable value={userId} shown={SHOWN} label={`Copy user ID ${userId}`} copiedText={texts.copied} />
        {email && (
          <a
            href={paths.adminUser(userId)}
            className="block rounded-sm wrap-anywhere text-muted underline-offset-4 hover:underline"
          >
            <Breakable text={email} />
          </a>
        )}
      </Cell>
      <Cell label="Scopes">
        <span className="font-mono text-small">{scopes.join(' ')}</span>
      </Cell>
      <Cell label="Expires">
        <Time at={new Date(expiresAt * 1000)} />
      </Cell>
      <Cell>
        <Button
          variant="secondary"
          size="sm"
          aria-haspopup="dialog"
          aria-label={`Revoke ${type} token ${prefix}`}
          onClick={() => onRevoke(token)}
        >
          Revoke
        </Button>
      </Cell>
    </Row>
  );
}
