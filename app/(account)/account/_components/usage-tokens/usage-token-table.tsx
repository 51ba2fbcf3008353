'use client';

import { Button } from '#components/ui/actions/button.tsx';
import { Cell, HeaderCell, Row, RowHeader, Table, TableBody, TableHead } from '#components/ui/tables/table.tsx';
import type { UsageTokenView } from '#lib/usage-tokens/views.ts';
import { ActivityHeaders, ActivityCells } from '../activity-cells.tsx';

type UsageTokenTableProps = { tokens: UsageTokenView[]; onRevoke: (token: UsageTokenView) => void };

export function UsageTokenTable({ tokens, onRevoke }: UsageTokenTableProps) {
  return (
    <Table caption="Usage tokens" isCaptionHidden>
      <TableHead>
        <HeaderCell>Name</HeaderCell>
        <HeaderCell>Token</HeaderCell>
        <ActivityHeaders />
        <HeaderCell>
          <span className="sr-only">Actions</span>
        </HeaderCell>
      </TableHead>
      <TableBody>
        {tokens.map((token) => (
          <Row key={token.id}>
            <RowHeader>
              <span className="inline-block min-w-24 wrap-anywhere">{token.name}</span>
            </RowHeader>
            <Cell label="Token">
              <code className="font-mono text-small whitespace-nowrap">{token.prefix}…</code>
            </Cell>
            <ActivityCells of={token} />
            <Cell>
              <div className="flex sm:justify-end">
                <Button
                  variant="secondary"
                  size="sm"
                  aria-haspopup="dialog"
                  aria-label={`Revoke ${token.name}`}
                  onClick={() => onRevoke(token)}
                >
                  Revoke
                </Button>
              </div>
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}
