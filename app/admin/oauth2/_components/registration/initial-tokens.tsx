'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { FormDialog } from '#components/form/form-dialog.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { useApiForm } from '#components/form/use-api-form.ts';
import { Button } from '#components/ui/actions/button.tsx';
import { CodeBlock } from '#components/ui/actions/code-block.tsx';
import { Time } from '#components/ui/data/time.tsx';
import { ShownOnceDialog } from '#components/ui/overlays/shown-once-dialog.tsx';
import { toast } from '#components/ui/overlays/toast.tsx';
import { Badge } from '#components/ui/states/badge.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { SkeletonRows, TableMessage } from '#components/ui/tables/table-states.tsx';
import { Cell, HeaderCell, Row, RowHeader, Table, TableBody, TableHead } from '#components/ui/tables/table.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { CreateInitialTokenInput } from '#lib/oauth/schema.ts';
import type { InitialTokenView, InitialTokenWithValue } from '#lib/oauth/views.ts';
import { useAdminAction } from '../../../_components/frame/use-admin-action.ts';
import { ClientConfirm } from '../dialogs/client-confirm.tsx';
import { failureText, texts } from '../list/texts.ts';
import { INITIAL_TOKENS, useInitialTokens } from './use-registration.ts';

const COLUMNS = ['Token', 'Uses', 'Expires', 'Status', 'Actions'];

/** The initial access tokens, with which applications register without an admin. */
export function InitialTokens() {
  const query = useInitialTokens();
  const [revoked, setRevoked] = useState<InitialTokenView | null>(null);
  return (
    <section className="space-y-3" aria-label="Initial access tokens">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-small font-medium">Initial access tokens</h3>
        <CreateInitialToken />
      </div>
      <Table caption="Initial access tokens" isCaptionHidden isBusy={query.isFetching}>
        <TableHead>
          {COLUMNS.map((name) => (
            <HeaderCell key={name}>{name}</HeaderCell>
          ))}
        </TableHead>
        <TableBody>
          <QueryResult
            query={query}
            skeleton={<SkeletonRows columns={COLUMNS.length} rows={2} />}
            failure={(error, retry) => (
              <TableMessage columns={COLUMNS.length}>
                <p>{failureText(error, texts.initialTokensFailed)}</p>
                <Button variant="secondary" size="sm" onClick={retry}>
                  Retry
                </Button>
              </TableMessage>
            )}
          >
            {(tokens) =>
              tokens.length ? (
                tokens.map((token) => <TokenRow key={token.id} token={token} onRevoke={() => setRevoked(token)} />)
              ) : (
                <TableMessage columns={COLUMNS.length}>No initial access tokens</TableMessage>
              )
            }
          </QueryResult>
        </TableBody>
      </Table>
      {revoked && <Revoke token={revoked} onClose={() => setRevoked(null)} />}
    </section>
  );
}

function TokenRow({ token, onRevoke }: { token: InitialTokenView; onRevoke: () => void }) {
  const { token_prefix: prefix, uses, max_uses: most, expires_at: expiresAt, revoked_at: revokedAt } = token;
  const status = revokedAt ? 'Revoked' : uses < most ? 'Active' : 'Used up';
  return (
    <Row>
      <RowHeader>
        <span className="font-mono">{prefix}…</span>
      </RowHeader>
      <Cell label="Uses">
        {uses} of {most}
      </Cell>
      <Cell label="Expires">
        <Time at={new Date(expiresAt)} />
      </Cell>
      <Cell label="Status">
        <Badge tone={status === 'Active' ? 'good' : 'neutral'}>{status}</Badge>
      </Cell>
      <Cell>
        {status === 'Active' && (
          <Button
            variant="quiet"
            size="sm"
            className="-mx-3"
            aria-haspopup="dialog"
            aria-label={`Revoke ${prefix}`}
            onClick={onRevoke}
          >
            Revoke
          </Button>
        )}
      </Cell>
    </Row>
  );
}

function Revoke({ token: { id, token_prefix: prefix }, onClose }: { token: InitialTokenView; onClose: () => void }) {
  const client = useQueryClient();
  return (
    <ClientConfirm
      title="Revoke initial access token"
      text={texts.askRevokeInitial}
      about={`${prefix}…`}
      confirmText="Revoke"
      busyText="Revoking..."
      failed={texts.revokeFailed}
      action={() => callApi('DELETE /admin/api/oauth2/initial-tokens/{id}', { params: { id } })}
      onDone={() => {
        toast.success(texts.initialRevoked);
        onClose();
        void client.invalidateQueries({ queryKey: INITIAL_TOKENS });
      }}
      onClose={onClose}
    />
  );
}

const typedNumber = z
  .string()
  .trim()
  .regex(/^\d{1,6}$/, 'Enter a whole number.')
  .transform(Number);
const { max_uses: uses, days } = CreateInitialTokenInput.shape;
const InitialTokenForm = z.object({
  max_uses: typedNumber.pipe(uses.unwrap()),
  days: typedNumber.pipe(days.unwrap()),
});

function CreateInitialToken() {
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const [created, setCreated] = useState<InitialTokenWithValue | null>(null);
  const close = () => {
    setOpener(null);
    setCreated(null);
  };
  return (
    <>
      <Button variant="secondary" size="sm" aria-haspopup="dialog" onClick={(event) => setOpener(event.currentTarget)}>
        Create token
      </Button>
      {opener && !created && <CreateDialog onCreated={setCreated} onClose={close} />}
      {created && <TokenDialog token={created.token} opener={opener} onClose={close} />}
    </>
  );
}

type CreateDialogProps = { onCreated: (created: InitialTokenWithValue) => void; onClose: () => void };

function CreateDialog({ onCreated, onClose }: CreateDialogProps) {
  const client = useQueryClient();
  const runAction = useAdminAction();
  const api = useApiForm(InitialTokenForm, async (body) => {
    const created = await runAction(() => callApi('POST /admin/api/oauth2/initial-tokens', { body }));
    void client.invalidateQueries({ queryKey: INITIAL_TOKENS });
    onCreated(created);
  });
  return (
    <FormDialog
      title="Create initial access token"
      onClose={onClose}
      api={api}
      action="/admin/api/oauth2/initial-tokens"
      submitText="Create token"
      busyText="Creating..."
    >
      <TextField
        name="max_uses"
        label="Clients"
        hint="How many applications may register with it, 1 to 100."
        inputMode="numeric"
        defaultValue="1"
        required
      />
      <TextField name="days" label="Valid for days" hint="1 to 90." inputMode="numeric" defaultValue="7" required />
    </FormDialog>
  );
}

type TokenDialogProps = { token: string; opener: HTMLElement | null; onClose: () => void };

function TokenDialog({ token, ...dialog }: TokenDialogProps) {
  return (
    <ShownOnceDialog
      size="text"
      title="Initial access token"
      description="Give it to the application's developer now. It is not shown again."
      savedText="I have saved it"
      question={{
        title: 'Close without saving it?',
        text: 'The token is not shown again. You would have to create another.',
        backText: 'Back to the token',
      }}
      {...dialog}
    >
      <CodeBlock title="Token" code={token} />
    </ShownOnceDialog>
  );
}
