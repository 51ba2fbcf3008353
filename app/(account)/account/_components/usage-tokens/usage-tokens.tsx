'use client';

import { useState, type ReactElement } from 'react';
import { Button, buttonClass } from '#components/ui/actions/button.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { FramedEmptyState } from '#components/ui/states/empty-state.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { orLogin } from '#lib/api-client/or-login.ts';
import { paths } from '#lib/paths.ts';
import { canAddUsageToken, MAX_USAGE_TOKENS } from '#lib/usage-tokens/schema.ts';
import type { UsageTokenView } from '#lib/usage-tokens/views.ts';
import { ConfirmAction } from '../confirm-action.tsx';
import { SettingsSection } from '../settings-section.tsx';
import { TableSkeleton } from '../table-skeleton.tsx';
import { CreateUsageTokenDialog } from './create-usage-token-dialog.tsx';
import { UsageTokenDialog } from './usage-token-dialog.tsx';
import { UsageTokenTable } from './usage-token-table.tsx';
import { USAGE_TOKENS, useUsageTokens } from './use-usage-tokens.ts';

/** Lists, creates and revokes the tokens with which the user's monitoring reads their usage. */
export function UsageTokens() {
  const tokens = useUsageTokens();
  const [dialog, setDialog] = useState<ReactElement | null>(null);
  const isFull = tokens.data !== undefined && !canAddUsageToken(tokens.data.length);
  const close = () => setDialog(null);
  const create = (opener: HTMLElement) =>
    setDialog(
      <CreateUsageTokenDialog
        onCreated={(created) => setDialog(<UsageTokenDialog {...created} opener={opener} onClose={close} />)}
        onClose={close}
      />,
    );
  return (
    <SettingsSection
      id="usage-tokens"
      text="Let your monitoring read the usage of your keys, as JSON or for Prometheus. A token can do nothing else."
      actions={
        <>
          <a href={paths.api} className={buttonClass({ variant: 'secondary' })}>
            API reference
          </a>
          {tokens.data && (
            <Button
              variant="secondary"
              aria-haspopup="dialog"
              aria-disabled={isFull}
              onClick={(event) => !isFull && create(event.currentTarget)}
            >
              Create token
            </Button>
          )}
        </>
      }
    >
      {isFull && (
        <Alert
          tone="info"
          text={`You have ${MAX_USAGE_TOKENS} usage tokens, which is the limit. Revoke one to create another.`}
        />
      )}
      <QueryResult
        query={tokens}
        what="your usage tokens"
        skeleton={<TableSkeleton rows={2} />}
        empty={<FramedEmptyState title="No usage tokens" text="Create one token per monitoring system." />}
      >
        {(rows) => (
          <UsageTokenTable
            tokens={rows}
            onRevoke={(token) => setDialog(<RevokeUsageToken token={token} onClose={close} />)}
          />
        )}
      </QueryResult>
      {dialog}
    </SettingsSection>
  );
}

type RevokeUsageTokenProps = { token: UsageTokenView; onClose: () => void };

function RevokeUsageToken({ token: { id, name, prefix }, onClose }: RevokeUsageTokenProps) {
  return (
    <ConfirmAction
      title={`Revoke “${name}”?`}
      text={`What reads your usage with ${prefix}… is refused at once. This cannot be undone.`}
      confirmText="Revoke"
      busyText="Revoking..."
      action={() => orLogin(callApi('DELETE /account/api/usage-tokens/{id}', { params: { id } }))}
      reloads={USAGE_TOKENS}
      focusesSection="usage-tokens"
      onDone={() => {
        toast.success(`The token “${name}” has been revoked.`);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
