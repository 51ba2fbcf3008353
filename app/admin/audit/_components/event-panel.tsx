'use client';

import { useQuery } from '@tanstack/react-query';
import { Copyable } from '#components/ui/actions/copyable.tsx';
import { DescriptionList } from '#components/ui/data/description-list.tsx';
import { Time } from '#components/ui/data/time.tsx';
import { StateLink } from '#components/ui/navigation/state-link.tsx';
import { SidePanel } from '#components/ui/overlays/side-panel.tsx';
import { ErrorCard } from '#components/ui/states/error-card.tsx';
import { QueryResult } from '#components/ui/states/query-result.tsx';
import { SkeletonText } from '#components/ui/states/skeleton.tsx';
import { Cell, HeaderCell, Row, RowHeader, Table, TableBody, TableHead } from '#components/ui/tables/table.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import { asAdmin } from '#lib/api-client/as-admin.ts';
import { changesOf, factsOf } from '#lib/audit/changes.ts';
import type { AuditEventView } from '#lib/audit/views.ts';
import { PanelSection } from '../../_components/frame/panel-section.tsx';
import { AUDIT, type AuditChange, auditList } from './audit-list.ts';

type EventPanelProps = {
  id: string;
  /** The event, if it is on the shown page. */
  listed: AuditEventView | undefined;
  takesFocus: boolean;
  go: (change: AuditChange) => void;
  href: (change: AuditChange) => string;
  onClose: () => void;
};

/** One event, beside the list: what changed, who did it, and links to the events around it. */
export function EventPanel({ id, listed, takesFocus, go, href, onClose }: EventPanelProps) {
  const query = useEvent(id, listed);
  return (
    <SidePanel title={query.data?.action ?? 'Event'} row={id} takesFocus={takesFocus} onClose={onClose}>
      <QueryResult
        key={id}
        query={query}
        what="the event"
        skeleton={<SkeletonText lines={8} />}
        failure={(error, retry) => <ErrorCard text={error.message} error={error} onRetry={retry} />}
      >
        {(event) => <Content event={event} go={go} href={href} />}
      </QueryResult>
    </SidePanel>
  );
}

/** Fetches the event only if it is not on the shown page, and only once, because events never change. */
const useEvent = (id: string, listed: AuditEventView | undefined) =>
  useQuery({
    queryKey: [...AUDIT, 'one', id],
    queryFn: () => asAdmin(callApi('GET /admin/api/audit/{id}', { params: { id } })),
    ...(listed && { initialData: listed }),
    staleTime: Infinity,
  });

function Content({ event, go, href }: { event: AuditEventView } & Pick<EventPanelProps, 'go' | 'href'>) {
  const { actor, target, ip, request_id: requestId, action } = event;
  const facts = factsOf(event.details);
  const around: [string, AuditChange][] = [
    ...(requestId === null ? [] : [['of this request', { request_id: requestId }] satisfies [string, AuditChange]]),
    ['of this actor', { actor: actor.id ?? actor.kind }],
    ...(target ? [['of this target', { target: target.id }] satisfies [string, AuditChange]] : []),
    ['with this action', { action }],
  ];
  return (
    <div className="space-y-8">
      <EventChanges before={event.before} after={event.after} />
      {facts.length > 0 && (
        <PanelSection title="Noted">
          <DescriptionList
            items={facts.map(({ field, value }) => ({
              term: field,
              value: <span className="font-mono whitespace-pre-wrap">{value}</span>,
            }))}
          />
        </PanelSection>
      )}
      <PanelSection title="Facts">
        <DescriptionList
          items={[
            { term: 'When', value: <Time at={new Date(event.at)} /> },
            { term: 'Actor', value: `${actor.name} (${actor.kind})` },
            { term: 'Target', value: target ? `${target.name} (${target.kind.replace('_', ' ')})` : 'None' },
            { term: 'IP address', value: ip ?? 'None' },
            {
              term: 'Request ID',
              value: requestId === null ? 'None' : <Copyable value={requestId} label="Copy request id" />,
            },
          ]}
        />
      </PanelSection>
      <PanelSection title="All events">
        <ul className="text-small">
          {around.map(([text, filter]) => {
            const change = { ...auditList.cleared, ...filter };
            return (
              <li key={text}>
                <StateLink href={href(change)} onNavigate={() => go(change)} className="inline-block py-1 underline">
                  All events {text}
                </StateLink>
              </li>
            );
          })}
        </ul>
      </PanelSection>
    </div>
  );
}

/** What an event changed, field by field. Renders nothing if it changed nothing. */
function EventChanges({ before, after }: { before: unknown; after: unknown }) {
  const changes = changesOf(before, after);
  if (!changes.length) return null;
  return (
    <PanelSection title="Changes">
      <Table caption="Changes" isCaptionHidden isSmall>
        <TableHead>
          <HeaderCell>Field</HeaderCell>
          <HeaderCell>Before</HeaderCell>
          <HeaderCell>After</HeaderCell>
        </TableHead>
        <TableBody>
          {changes.map((change) => (
            <Row key={change.field}>
              <RowHeader>
                <span className="font-normal wrap-anywhere text-muted">{change.field}</span>
              </RowHeader>
              <Cell>
                <Value text={change.before} look="bg-red-soft text-red" />
              </Cell>
              <Cell>
                <Value text={change.after} look="bg-signal-soft text-signal" />
              </Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
    </PanelSection>
  );
}

function Value({ text, look }: { text: string | null; look: string }) {
  if (text === null) return <span className="text-muted">None</span>;
  return (
    <span className={`rounded-sm box-decoration-clone px-1 font-mono wrap-anywhere whitespace-pre-wrap ${look}`}>
      {text}
    </span>
  );
}
