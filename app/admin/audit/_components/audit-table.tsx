import { ShortTime } from '#components/ui/data/short-time.tsx';
import { EmptyState } from '#components/ui/states/empty-state.tsx';
import { Cell, HeaderCell, Row, RowHeader, Table, TableBody, TableHead } from '#components/ui/tables/table.tsx';
import { SkeletonRows, TableMessage } from '#components/ui/tables/table-states.tsx';
import { StateLink } from '#components/ui/navigation/state-link.tsx';
import { changesOf, factsOf, inOneLine } from '#lib/audit/changes.ts';
import type { AuditEventView } from '#lib/audit/views.ts';
import { SortedHeader } from '../../_components/lists/sorted-header.tsx';
import type { AuditView } from './audit-query.ts';
import { FIRST_PAGE, type AuditChange } from './audit-view.ts';

type AuditTableProps = {
  events: readonly AuditEventView[] | undefined;
  view: AuditView;
  isBusy: boolean;
  go: (change: AuditChange) => void;
  href: (change: AuditChange) => string;
  onOpen: (id: string) => void;
};

const COLUMNS = 6;

/** The events. An action opens its event; actor, target and IP address link to all events with the same value. */
export function AuditTable({ events, view, isBusy, go, href, onOpen }: AuditTableProps) {
  const order = {
    sort: view.sort,
    href: (sort: AuditView['sort']) => href({ sort, ...FIRST_PAGE }),
    go: (sort: AuditView['sort']) => go({ sort, ...FIRST_PAGE }),
  };
  return (
    <Table caption="Events" isCaptionHidden isDense isBusy={isBusy}>
      <TableHead>
        <HeaderCell>Action</HeaderCell>
        <SortedHeader by="at" isDescendingFirst order={order}>
          When (UTC)
        </SortedHeader>
        <HeaderCell>Actor</HeaderCell>
        <HeaderCell>Target</HeaderCell>
        <HeaderCell leftOut="medium">IP address</HeaderCell>
        <HeaderCell>Details</HeaderCell>
      </TableHead>
      <TableBody>
        {!events && <SkeletonRows columns={COLUMNS} />}
        {events?.length === 0 && (
          <TableMessage columns={COLUMNS}>
            <EmptyState title="No events match" text="Remove a filter, or widen the dates (UTC)." />
          </TableMessage>
        )}
        {events?.map((event) => (
          <EventRow key={event.id} event={event} isOpen={view.event === event.id} go={go} href={href} onOpen={onOpen} />
        ))}
      </TableBody>
    </Table>
  );
}

type EventRowProps = Pick<AuditTableProps, 'go' | 'href' | 'onOpen'> & { event: AuditEventView; isOpen: boolean };

function EventRow({ event, isOpen, go, href, onOpen }: EventRowProps) {
  const { id, actor, target, ip } = event;
  const filter = (change: AuditChange) => ({
    href: href({ ...change, ...FIRST_PAGE }),
    onNavigate: () => go({ ...change, ...FIRST_PAGE }),
  });
  return (
    <Row isSelected={isOpen}>
      <RowHeader>
        <StateLink
          href={href({ event: id })}
          onNavigate={() => onOpen(id)}
          data-row={id}
          aria-current={isOpen ? 'true' : undefined}
          title={event.action}
          className="block scroll-mt-28 overflow-hidden rounded-sm font-mono text-small font-normal text-ellipsis -outline-offset-2 hover:underline md:max-w-64 xl:max-w-none"
        >
          {event.action}
        </StateLink>
      </RowHeader>
      <Cell label="When (UTC)">
        <ShortTime at={new Date(event.at)} />
      </Cell>
      <Cell label="Actor">
        <span className="block overflow-hidden text-ellipsis md:max-w-28 xl:max-w-56">
          <StateLink {...filter({ actor: actor.id ?? actor.kind })} title={actor.name} className={LINK}>
            {actor.name}
          </StateLink>
          <span className="text-muted"> {actor.kind}</span>
        </span>
      </Cell>
      <Cell label="Target" isFilling>
        {target && (
          <StateLink {...filter({ target: target.id })} title={target.name} className={LINK}>
            {target.name}
          </StateLink>
        )}
      </Cell>
      <Cell label="IP address" leftOut="medium">
        {ip && (
          <StateLink {...filter({ ip })} className={`${LINK} font-mono`}>
            {ip}
          </StateLink>
        )}
      </Cell>
      <Cell label="Details" isFilling>
        <span className="font-mono text-muted">{summaryOf(event)}</span>
      </Cell>
    </Row>
  );
}

const LINK = 'rounded-sm wrap-anywhere -outline-offset-2 hover:underline';

/** What an event changed, or else its details, in one line. */
const summaryOf = ({ before, after, details }: AuditEventView): string =>
  changesOf(before, after)
    .map((change) => inOneLine(change))
    .join(', ') ||
  factsOf(details)
    .map(({ field, value }) => `${field}: ${value}`)
    .join(', ');
