import { EmptyState } from '#components/ui/states/empty-state.tsx';
import { Cell, HeaderCell, Row, RowHeader, Table, TableBody, TableHead } from '#components/ui/tables/table.tsx';
import { SkeletonRows, TableMessage } from '#components/ui/tables/table-states.tsx';
import { StateLink } from '#components/ui/navigation/state-link.tsx';
import { Time } from '#components/ui/data/time.tsx';
import type { AuditEventView } from '#lib/audit/views.ts';
import { FIRST_PAGE } from '../../_components/lists/keyset-pages.ts';
import { EventDetails } from './event-details.tsx';
import type { AuditChange } from './audit-view.ts';

type AuditTableProps = {
  events: readonly AuditEventView[] | undefined;
  isBusy: boolean;
  go: (change: AuditChange) => void;
  href: (change: AuditChange) => string;
};

const COLUMNS = ['Action', 'When', 'Actor', 'Target', 'IP address', 'Details'];

/** The events, newest first. Action, actor, target and IP address link to all events with the same value. */
export function AuditTable({ events, isBusy, go, href }: AuditTableProps) {
  const filter = (change: AuditChange) => ({
    href: href({ ...change, ...FIRST_PAGE }),
    onNavigate: () => go({ ...change, ...FIRST_PAGE }),
  });
  return (
    <Table caption="Events" isCaptionHidden isBusy={isBusy}>
      <TableHead>
        {COLUMNS.map((name) => (
          <HeaderCell key={name}>{name}</HeaderCell>
        ))}
      </TableHead>
      <TableBody>
        {!events && <SkeletonRows columns={COLUMNS.length} />}
        {events?.length === 0 && (
          <TableMessage columns={COLUMNS.length}>
            <EmptyState title="No events match" text="Remove a filter, or widen the dates (UTC)." />
          </TableMessage>
        )}
        {events?.map((event) => (
          <Row key={event.id}>
            <RowHeader>
              <StateLink
                {...filter({ action: event.action })}
                className="font-mono text-small font-normal hover:underline"
              >
                {event.action}
              </StateLink>
            </RowHeader>
            <Cell label="When">
              <Time at={new Date(event.at)} />
            </Cell>
            <Cell label="Actor">
              <StateLink
                {...filter({ actor: event.actor.id ?? event.actor.kind })}
                className="wrap-anywhere hover:underline"
              >
                {event.actor.name}
              </StateLink>
              <span className="text-muted"> {event.actor.kind}</span>
            </Cell>
            <Cell label="Target">
              {event.target && (
                <StateLink {...filter({ target: event.target.id })} className="wrap-anywhere hover:underline">
                  {event.target.name}
                </StateLink>
              )}
            </Cell>
            <Cell label="IP address">
              {event.ip && (
                <StateLink
                  {...filter({ ip: event.ip })}
                  className="font-mono text-small whitespace-nowrap hover:underline"
                >
                  {event.ip}
                </StateLink>
              )}
            </Cell>
            <Cell>
              <EventDetails event={event} />
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}
