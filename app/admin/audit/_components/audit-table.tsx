import { ShortTime } from '#components/ui/data/short-time.tsx';
import { StateLink } from '#components/ui/navigation/state-link.tsx';
import { Cell, HeaderCell, Row, RowHeader } from '#components/ui/tables/table.tsx';
import { paths } from '#lib/base/paths.ts';
import { changesOf, factsOf, inOneLine } from '#lib/audit/changes.ts';
import type { AuditEventView, AuditListView } from '#lib/audit/views.ts';
import { type ListState, ListTable } from '../../_components/lists/list-table.tsx';
import { type ListOrder, SortedHeader } from '../../_components/lists/sorted-header.tsx';
import { type AuditChange, auditList, type AuditView } from './audit-list.ts';

type Steps = { go: (change: AuditChange) => void; href: (change: AuditChange) => string };
type AuditTableProps = {
  list: Steps & { state: ListState<AuditListView>; order: ListOrder<'at'>; view: AuditView };
  onOpen: (id: string) => void;
};

const COLUMNS = 6;

/** The events. An action opens its event; actor, target and IP address link to all events with the same value. */
export function AuditTable({ list, onOpen }: AuditTableProps) {
  const { state, order, view, go, href } = list;
  return (
    <ListTable
      state={state}
      caption="Events"
      isCaptionHidden
      isDense
      columns={COLUMNS}
      head={
        <>
          <HeaderCell>Action</HeaderCell>
          <SortedHeader by="at" isDescendingFirst order={order}>
            When (UTC)
          </SortedHeader>
          <HeaderCell>Actor</HeaderCell>
          <HeaderCell>Target</HeaderCell>
          <HeaderCell leftOut="medium">IP address</HeaderCell>
          <HeaderCell>Details</HeaderCell>
        </>
      }
    >
      {({ events }) =>
        events.map((event) => (
          <EventRow key={event.id} event={event} isOpen={view.event === event.id} go={go} href={href} onOpen={onOpen} />
        ))
      }
    </ListTable>
  );
}

type EventRowProps = Steps & {
  onOpen: (id: string) => void;
  event: AuditEventView;
  isOpen: boolean;
};

function EventRow({ event, isOpen, go, href, onOpen }: EventRowProps) {
  const { id, actor, target, ip } = event;
  const filter = (change: AuditChange) => ({
    href: href({ ...change, ...auditList.first }),
    onNavigate: () => go({ ...change, ...auditList.first }),
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
          {actor.id && PEOPLE.includes(actor.kind) ? (
            <Customer id={actor.id} name={actor.name} />
          ) : (
            <StateLink {...filter({ actor: actor.id ?? actor.kind })} title={actor.name} className={LINK}>
              {actor.name}
            </StateLink>
          )}
          <span className="text-muted"> {actor.kind}</span>
        </span>
      </Cell>
      <Cell label="Target" isFilling>
        {target?.kind === 'user' && <Customer id={target.id} name={target.name} />}
        {target && target.kind !== 'user' && (
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

const PEOPLE: readonly string[] = ['subscriber', 'admin'];

/** A person's name, which opens their page. The panel has the other events about them. */
const Customer = ({ id, name }: { id: string; name: string }) => (
  <a href={paths.adminUser(id)} title={name} className={LINK}>
    {name}
  </a>
);

const LINK = 'rounded-sm wrap-anywhere -outline-offset-2 hover:underline';

/** What an event changed, or else its details, in one line. */
const summaryOf = ({ before, after, details }: AuditEventView): string =>
  changesOf(before, after)
    .map((change) => inOneLine(change))
    .join(', ') ||
  factsOf(details)
    .map(({ field, value }) => `${field}: ${value}`)
    .join(', ');
