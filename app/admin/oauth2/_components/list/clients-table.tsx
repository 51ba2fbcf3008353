'use client';

import { buttonClass } from '#components/ui/actions/button.tsx';
import { Copyable } from '#components/ui/actions/copyable.tsx';
import { Day } from '#components/ui/data/short-time.tsx';
import { Menu, MenuItem } from '#components/ui/overlays/menu.tsx';
import { Badge } from '#components/ui/states/badge.tsx';
import { Cell, HeaderCell, Row, RowHeader } from '#components/ui/tables/table.tsx';
import { ENTITLEMENT_SCOPES } from '#lib/oauth/scopes.ts';
import type { OAuthClientView } from '#lib/oauth/views.ts';
import { type ListState, ListTable } from '../../../_components/lists/list-table.tsx';
import { type ListOrder, SortedHeader } from '../../../_components/lists/sorted-header.tsx';
import { type ClientAction, useClientAction } from './client-actions.ts';
import { CreateClientButton } from './create-client-button.tsx';
import { texts } from './texts.ts';
import type { ClientList } from './use-clients.ts';

const COLUMNS = 6;
const SHOWN = 13;

type ClientsTableProps = { state: ListState<ClientList>; order: ListOrder<'name' | 'created_at'> };

/** One page of the registered clients. */
export function ClientsTable({ state, order }: ClientsTableProps) {
  return (
    <ListTable
      state={state}
      caption="OAuth2 clients"
      isCaptionHidden
      isDense
      columns={COLUMNS}
      head={
        <>
          <SortedHeader by="name" order={order}>
            Name
          </SortedHeader>
          <HeaderCell>Client ID</HeaderCell>
          <HeaderCell>Type</HeaderCell>
          <HeaderCell leftOut="medium">Scopes</HeaderCell>
          <SortedHeader by="created_at" isDescendingFirst order={order}>
            Created
          </SortedHeader>
          <HeaderCell>Actions</HeaderCell>
        </>
      }
      start={<CreateClientButton isFirst>Create First Client</CreateClientButton>}
    >
      {({ clients }) => clients.map((client) => <ClientRow key={client.id} client={client} />)}
    </ListTable>
  );
}

function ClientRow({ client }: { client: OAuthClientView }) {
  const { id, name, kind, is_public: isPublic, scopes, may_read_subscription: mayRead, created_at: createdAt } = client;
  const scopesText = [...scopes, ...(mayRead ? ENTITLEMENT_SCOPES : [])].join(' ');
  return (
    <Row>
      <RowHeader isFilling>
        <span title={name} className="wrap-anywhere">
          {name}
        </span>
        {kind !== 'admin' && <Origin id={id} kind={kind} />}
      </RowHeader>
      <Cell label="Client ID">
        <span className="block md:max-xl:[&_code]:max-w-24">
          <Copyable value={id} shown={SHOWN} label={`Copy client ID of ${name}`} copiedText={texts.copied} />
        </span>
      </Cell>
      <Cell label="Type">
        <span className="flex gap-1 max-md:flex-wrap">
          <Badge tone={isPublic ? 'info' : 'neutral'}>{isPublic ? 'Public' : 'Confidential'}</Badge>
          {client.is_blocked && <Badge tone="bad">Blocked</Badge>}
        </span>
      </Cell>
      <Cell label="Scopes" isFilling leftOut="medium">
        <span title={scopesText} className="font-mono text-small wrap-anywhere">
          {scopesText}
        </span>
      </Cell>
      <Cell label="Created">
        <Day at={new Date(createdAt * 1000)} />
      </Cell>
      <Cell>
        <Actions client={client} />
      </Cell>
    </Row>
  );
}

/** The origin of an application that no admin registered. */
function Origin({ id, kind }: Pick<OAuthClientView, 'id' | 'kind'>) {
  const text = kind === 'registered' ? 'Registered itself' : `Described at ${URL.parse(id)?.host ?? id}`;
  return <span className="text-label font-normal wrap-anywhere text-muted max-md:block"> {text}</span>;
}

const QUIET = buttonClass({ variant: 'quiet', size: 'sm' }, 'px-1.5! whitespace-nowrap md:max-xl:px-1!');

type Action = { text: string; kind: Exclude<ClientAction['kind'], 'create'>; label: string; isDanger?: boolean };

/** All actions as buttons; on small screens the rarer ones are in a menu. */
function Actions({ client }: { client: OAuthClientView }) {
  const { name, kind, is_blocked: isBlocked } = client;
  const isDocument = kind === 'metadata_document';
  const block = isBlocked ? 'Unblock' : 'Block';
  const first: Action[] = [
    ...(isDocument ? [] : [{ text: 'Edit', kind: 'edit', label: `Edit ${name}` } as const]),
    { text: 'View Tokens', kind: 'tokens', label: `View Tokens of ${name}` },
  ];
  const further: Action[] = [
    ...(client.is_public
      ? []
      : [{ text: 'Regenerate Secret', kind: 'regenerate', label: `Regenerate Secret of ${name}` } as const]),
    ...(kind === 'admin' && !isBlocked ? [] : [{ text: block, kind: 'block', label: `${block} ${name}` } as const]),
    { text: 'Delete', kind: 'delete', label: `Delete ${name}`, isDanger: true },
  ];
  return (
    <span className="-mx-1.5 flex items-center max-md:flex-wrap md:max-xl:-mx-1">
      {first.map((action) => (
        <ActionButton key={action.kind} client={client} action={action} />
      ))}
      <span className="contents max-lg:hidden">
        {further.map((action) => (
          <ActionButton key={action.kind} client={client} action={action} />
        ))}
      </span>
      <span className="contents lg:hidden">
        <FurtherActions client={client} actions={further} />
      </span>
    </span>
  );
}

function ActionButton({ client, action }: { client: OAuthClientView; action: Action }) {
  const open = useClientAction();
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={action.label}
      className={QUIET}
      onClick={() => open({ kind: action.kind, client })}
    >
      {action.text}
    </button>
  );
}

function FurtherActions({ client, actions }: { client: OAuthClientView; actions: readonly Action[] }) {
  const open = useClientAction();
  return (
    <Menu label={`More actions for ${client.name}`}>
      {actions.map(({ text, kind, isDanger }) => (
        <MenuItem key={kind} isDanger={isDanger} onSelect={() => open({ kind, client })}>
          {text}
        </MenuItem>
      ))}
    </Menu>
  );
}
