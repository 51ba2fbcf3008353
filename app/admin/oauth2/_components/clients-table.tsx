'use client';

import type { ReactNode } from 'react';
import { Badge } from '#components/ui/badge.tsx';
import { buttonClass } from '#components/ui/button.tsx';
import { Copyable } from '#components/ui/copyable.tsx';
import { Menu, MenuItem } from '#components/ui/menu.tsx';
import { Cell, HeaderCell, Row, RowHeader, Table, TableBody, TableHead } from '#components/ui/table.tsx';
import { SkeletonRows, TableMessage } from '#components/ui/table-states.tsx';
import { Time } from '#components/ui/time.tsx';
import type { OAuthClientView } from '#lib/oauth/views.ts';
import { useClientAct } from './client-acts.ts';
import { texts } from './texts.ts';

const COLUMNS = ['Name', 'Client ID', 'Type', 'Scopes', 'Created', 'Actions'];
const SHOWN = 13;

type ClientsTableProps = {
  clients: readonly OAuthClientView[] | undefined;
  isBusy: boolean;
  /** Shown instead of rows. */
  message: ReactNode;
};

/** The registered applications, newest first (spec §2). */
export function ClientsTable({ clients, isBusy, message }: ClientsTableProps) {
  return (
    <Table caption="OAuth2 clients" isCaptionHidden isWide isBusy={isBusy}>
      <TableHead>
        {COLUMNS.map((name) => (
          <HeaderCell key={name}>{name}</HeaderCell>
        ))}
      </TableHead>
      <TableBody>
        {message && <TableMessage columns={COLUMNS.length}>{message}</TableMessage>}
        {!message && !clients && <SkeletonRows columns={COLUMNS.length} rows={5} />}
        {!message && clients?.map((client) => <ClientRow key={client.id} client={client} />)}
      </TableBody>
    </Table>
  );
}

function ClientRow({ client }: { client: OAuthClientView }) {
  const { id, name, is_public: isPublic, scopes, created_at: createdAt } = client;
  return (
    <Row>
      <RowHeader>
        <span className="wrap-anywhere">{name}</span>
      </RowHeader>
      <Cell label="Client ID">
        <Copyable value={id} shown={SHOWN} label={`Copy client ID of ${name}`} copiedText={texts.copied} />
      </Cell>
      <Cell label="Type">
        <Badge tone={isPublic ? 'info' : 'neutral'}>{isPublic ? 'Public' : 'Confidential'}</Badge>
      </Cell>
      <Cell label="Scopes">
        <span className="font-mono text-small sm:whitespace-nowrap">{scopes.join(' ')}</span>
      </Cell>
      <Cell label="Created">
        <span className="block max-w-44">
          <Time at={new Date(createdAt * 1000)} />
        </span>
      </Cell>
      <Cell>
        <Actions client={client} />
      </Cell>
    </Row>
  );
}

const QUIET = buttonClass({ variant: 'quiet', size: 'sm' }, 'px-2! whitespace-nowrap');

function Actions({ client }: { client: OAuthClientView }) {
  const open = useClientAct();
  const { name } = client;
  return (
    <span className="-mx-2 flex items-center">
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`Edit ${name}`}
        className={QUIET}
        onClick={() => open({ kind: 'edit', client })}
      >
        Edit
      </button>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`View Tokens of ${name}`}
        className={QUIET}
        onClick={() => open({ kind: 'tokens', client })}
      >
        View Tokens
      </button>
      <Menu label={`More actions for ${name}`}>
        {!client.is_public && (
          <MenuItem onSelect={() => open({ kind: 'regenerate', client })}>Regenerate Secret</MenuItem>
        )}
        <MenuItem isDanger onSelect={() => open({ kind: 'delete', client })}>
          Delete
        </MenuItem>
      </Menu>
    </span>
  );
}
