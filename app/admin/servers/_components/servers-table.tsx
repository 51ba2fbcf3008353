'use client';

import { useDateTexts } from '#components/ui/data/iso-dates.tsx';
import { Day } from '#components/ui/data/short-time.tsx';
import { relativeTime } from '#components/ui/data/time-text.ts';
import { useMinute } from '#components/ui/data/use-minute.tsx';
import { Menu, MenuItem } from '#components/ui/overlays/menu.tsx';
import { Tooltip } from '#components/ui/overlays/tooltip.tsx';
import { Badge } from '#components/ui/states/badge.tsx';
import { ActionsHeader } from '#components/ui/tables/actions-column.tsx';
import { Cell, HeaderCell, Row, RowHeader } from '#components/ui/tables/table.tsx';
import { SILENT_AFTER_MS, TEST_MESSAGE_LATE_AFTER_MS } from '#lib/storage/schema.ts';
import type { StorageServerRow } from '#lib/storage/views.ts';
import { type ListState, ListTable } from '../../_components/lists/list-table.tsx';

const COLUMNS = 7;

type Servers = { servers: StorageServerRow[] };
type Action = (server: StorageServerRow) => void;
type ServersTableProps = {
  state: ListState<Servers>;
  onEditHost: Action;
  onEnrol: Action;
  onRotate: Action;
  onRemove: Action;
};

/** The servers without the aggregate (id 0). */
export const hostsOf = ({ servers }: Servers) => servers.filter(({ id }) => id !== 0);

export function ServersTable({ state, onEditHost, onEnrol, onRotate, onRemove }: ServersTableProps) {
  return (
    <ListTable
      state={state}
      caption="Storage servers"
      isCaptionHidden
      isDense
      columns={COLUMNS}
      head={
        <>
          <HeaderCell>Name</HeaderCell>
          <HeaderCell>Host</HeaderCell>
          <HeaderCell leftOut="medium">Description</HeaderCell>
          <HeaderCell>Last seen</HeaderCell>
          <HeaderCell>Test message</HeaderCell>
          <HeaderCell leftOut="wide">Created</HeaderCell>
          <ActionsHeader />
        </>
      }
    >
      {(data) =>
        hostsOf(data).map((server) => (
          <Row key={server.id}>
            <RowHeader>
              <span
                title={server.name}
                className="block overflow-hidden font-mono text-small wrap-anywhere text-ellipsis md:max-w-40"
              >
                {server.name}
              </span>
            </RowHeader>
            <Cell label="Host" isFilling>
              <ServerHost server={server} />
            </Cell>
            <Cell label="Description" isFilling leftOut="medium">
              <span title={server.description} className="wrap-anywhere">
                {server.description || '–'}
              </span>
            </Cell>
            <Cell label="Last seen">
              <LastSeen at={server.last_seen_at} />
            </Cell>
            <Cell label="Test message">
              <TestMessageState state={server.test_message} />
            </Cell>
            <Cell label="Created" leftOut="wide">
              {server.created_at && <Day at={new Date(server.created_at)} />}
            </Cell>
            <Cell isNumeric>
              <Menu label={`Actions for ${server.name}`}>
                <MenuItem onSelect={() => onEditHost(server)}>Edit host</MenuItem>
                <MenuItem onSelect={() => onEnrol(server)}>Enrol a host</MenuItem>
                <MenuItem onSelect={() => onRotate(server)}>Rotate token</MenuItem>
                <MenuItem isDanger onSelect={() => onRemove(server)}>
                  Remove
                </MenuItem>
              </Menu>
            </Cell>
          </Row>
        ))
      }
    </ListTable>
  );
}

function LastSeen({ at }: { at: string | null }) {
  const minute = useMinute();
  const { time } = useDateTexts();
  if (at === null) return <Badge tone="warning">Never</Badge>;
  const isLate = minute !== null && minute - Date.parse(at) > SILENT_AFTER_MS;
  return (
    <span className="inline-flex items-center gap-x-2 gap-y-0.5 max-md:flex-wrap">
      <Badge tone={isLate ? 'bad' : 'good'}>{isLate ? 'Silent' : 'Connected'}</Badge>
      <time dateTime={at} title={time(new Date(at))}>
        {minute === null ? time(new Date(at)) : relativeTime(new Date(at), new Date(minute))}
      </time>
    </span>
  );
}

/** Whether a storage host knows the test message, or what is wrong. */
function TestMessageState({ state }: { state: StorageServerRow['test_message'] }) {
  const minute = useMinute();
  if (!state) return <span className="text-muted">Not set up</span>;
  const isLate = minute !== null && minute - Date.parse(state.reported_at) > TEST_MESSAGE_LATE_AFTER_MS;
  const isKnown = state.is_current && state.found_at !== null;
  const [tone, word] = isLate
    ? (['bad', 'Silent'] as const)
    : state.error
      ? (['bad', 'Failed'] as const)
      : isKnown
        ? (['good', 'Known'] as const)
        : (['warning', 'Learning'] as const);
  return (
    <span title={`${word}, reported ${state.reported_at}`} className="inline-flex items-center gap-1">
      <Badge tone={tone}>{word}</Badge>
      {state.error && <Tooltip label="The error" text={state.error} />}
    </span>
  );
}

/** The host name and port where subscribers reach a server, and its share of the requests. */
function ServerHost({ server: { host, port, lists, weight, is_draining: isDraining } }: { server: StorageServerRow }) {
  if (host === null) return <span className="text-muted">Not shown to customers</span>;
  return (
    <span
      title={`${host}:${port} · ${lists.join(', ')} · weight ${weight}`}
      className="flex items-center gap-x-1.5 max-md:flex-wrap md:*:shrink-0"
    >
      <span className="min-w-0 shrink! overflow-hidden font-mono text-small wrap-anywhere text-ellipsis">
        {host}
        <wbr className="md:hidden" />
        <span className="whitespace-nowrap">:{port}</span>
      </span>{' '}
      {isDraining && <Badge tone="warning">Draining</Badge>}{' '}
      <span className="text-muted">
        {lists.join(', ')} · weight {weight}
      </span>
    </span>
  );
}
