import { Cell, HeaderCell, Row, RowHeader, Table, TableBody, TableHead } from '#components/ui/tables/table.tsx';
import { changesOf } from '#lib/audit/changes.ts';
import { PanelSection } from '../../_components/frame/panel-section.tsx';

/** What an event changed, field by field. Renders nothing if it changed nothing. */
export function EventChanges({ before, after }: { before: unknown; after: unknown }) {
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
