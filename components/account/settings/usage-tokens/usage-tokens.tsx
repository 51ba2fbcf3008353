'use client';

import { type ReactElement, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CheckboxField } from '#components/form/checkbox-field.tsx';
import { FormDialog } from '#components/form/form-dialog.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { useApiForm } from '#components/form/use-api-form.ts';
import { Button, buttonClass } from '#components/ui/actions/button.tsx';
import { CodeBlock } from '#components/ui/actions/code-block.tsx';
import { ShownOnceDialog } from '#components/ui/overlays/shown-once-dialog.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { Acts } from '#components/ui/read-only.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { FramedEmptyState } from '#components/ui/states/empty-state.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { ActionsCell, ActionsHeader } from '#components/ui/tables/actions-column.tsx';
import { Cell, HeaderCell, Row, RowHeader, Table, TableBody, TableHead } from '#components/ui/tables/table.tsx';
import { useSensitiveAction } from '#components/users/sensitive-actions.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { orLogin } from '#lib/api-client/or-login.ts';
import { paths } from '#lib/base/paths.ts';
import { canAddUsageToken, CreateUsageTokenInput, MAX_USAGE_TOKENS } from '#lib/usage-tokens/schema.ts';
import { curlCommand, scrapeConfig, TOKEN_PATH } from '#lib/usage-tokens/snippets.ts';
import type { CreatedUsageTokenView, UsageTokenView } from '#lib/usage-tokens/views.ts';
import { ActivityCells, ActivityHeaders, TableSkeleton } from '../table-parts.tsx';
import { ConfirmAction } from '../confirm-action.tsx';
import { type AccountSection, SettingsSection } from '../settings-section.tsx';

export const usageTokenSection: AccountSection = {
  id: 'usage-tokens',
  title: 'Usage tokens',
  Part: UsageTokens,
  needs: 'operate',
};

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
      section={usageTokenSection}
      text="Let your monitoring read the usage of your keys, as JSON or for Prometheus. A token can do nothing else, unless you let it report hashes."
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
      focusesSection={usageTokenSection}
      onDone={() => {
        toast.success(`The token “${name}” has been revoked.`);
        onClose();
      }}
      onClose={onClose}
    />
  );
}

type UsageTokenDialogProps = CreatedUsageTokenView & { opener: HTMLElement; onClose: () => void };

/** Shows a new token with a curl command and a Prometheus configuration. */
function UsageTokenDialog({ usage_token: { name }, token, ...dialog }: UsageTokenDialogProps) {
  const portal = window.location.origin;
  return (
    <ShownOnceDialog
      size="text"
      title={`Token “${name}”`}
      description="Save it now, where only your monitoring can read it. It is not shown again."
      savedText="I have saved it"
      question={{
        title: 'Close without saving it?',
        text: 'The token is not shown again. You would have to revoke it and create another.',
        backText: 'Back to the token',
      }}
      {...dialog}
    >
      <CodeBlock title="Token" code={token} />
      <CodeBlock title="curl" note="The last 24 hours, as JSON" code={curlCommand(portal, token)} />
      <CodeBlock title="prometheus.yml" note={`Put the token alone into ${TOKEN_PATH}`} code={scrapeConfig(portal)} />
    </ShownOnceDialog>
  );
}

type CreateUsageTokenDialogProps = { onCreated: (created: CreatedUsageTokenView) => void; onClose: () => void };

function CreateUsageTokenDialog({ onCreated, onClose }: CreateUsageTokenDialogProps) {
  const client = useQueryClient();
  const run = useSensitiveAction();
  const api = useApiForm(CreateUsageTokenInput, async (values) => {
    const created = await run(() => callApi('POST /account/api/usage-tokens', { body: values }));
    if (!created) return;
    void client.invalidateQueries({ queryKey: USAGE_TOKENS });
    onCreated(created);
  });
  return (
    <FormDialog
      title="Create token"
      description="It reads the usage, limits and states of your keys, and changes none of them."
      onClose={onClose}
      api={api}
      action={USAGE_TOKENS_PATH}
      submitText="Create token"
      busyText="Creating..."
    >
      <TextField
        name="name"
        label="Name"
        hint="A name to recognise it, such as the host that uses it."
        autoComplete="off"
        maxLength={64}
        required
      />
      <CheckboxField name="may_report" label="It may also report false positives" />
    </FormDialog>
  );
}

const USAGE_TOKENS_PATH = '/account/api/usage-tokens';
const USAGE_TOKENS = ['usage-tokens'];

const useUsageTokens = () =>
  useQuery({
    queryKey: USAGE_TOKENS,
    queryFn: () => orLogin(callApi('GET /account/api/usage-tokens')),
    select: ({ usage_tokens }) => usage_tokens,
  });

type UsageTokenTableProps = { tokens: UsageTokenView[]; onRevoke: (token: UsageTokenView) => void };

function UsageTokenTable({ tokens, onRevoke }: UsageTokenTableProps) {
  return (
    <Table caption="Usage tokens" isCaptionHidden>
      <TableHead>
        <HeaderCell>Name</HeaderCell>
        <Acts>
          <HeaderCell>Token</HeaderCell>
        </Acts>
        <ActivityHeaders />
        <ActionsHeader />
      </TableHead>
      <TableBody>
        {tokens.map((token) => (
          <Row key={token.id}>
            <RowHeader>
              <span className="inline-block min-w-24 wrap-anywhere">{token.name}</span>
            </RowHeader>
            <Acts>
              <Cell label="Token">
                <code className="font-mono text-small whitespace-nowrap">{token.prefix}…</code>
              </Cell>
            </Acts>
            <ActivityCells of={token} />
            <ActionsCell>
              <Button
                variant="secondary"
                size="sm"
                aria-haspopup="dialog"
                aria-label={`Revoke ${token.name}`}
                onClick={() => onRevoke(token)}
              >
                Revoke
              </Button>
            </ActionsCell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}
