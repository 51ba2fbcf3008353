import { useState, type ReactNode } from 'react';
import { FAILED, KEY, LONG_WORD } from '#components/stories/stub-server.tsx';
import { Button } from '#components/ui/actions/button.tsx';
import { Copyable } from '#components/ui/actions/copyable.tsx';
import { exactNumber } from '#components/ui/data/number-text.ts';
import { Checkbox } from '#components/ui/fields/checkbox.tsx';
import { Menu, MenuItem } from '#components/ui/overlays/menu.tsx';
import { Badge } from '#components/ui/states/badge.tsx';
import { EmptyState } from '#components/ui/states/empty-state.tsx';
import { ErrorCard } from '#components/ui/states/error-card.tsx';
import { Pagination } from './pagination.tsx';
import { SortHeader } from './sort-header.tsx';
import { SkeletonRows, TableMessage } from './table-states.tsx';
import { Cell, HeaderCell, Row, RowHeader, Table, TableBody, TableHead } from './table.tsx';

export default { title: 'ui/Tables' };

const KEYS = [
  { description: 'mx1.example.com', email: 'ada@example.com', lastDay: 41_200, isOver: false },
  { description: 'mx2.example.com', email: LONG_WORD, lastDay: 3_912_004, isOver: true },
  { description: 'Stripe cus_QXg1o8vWZ sub_1PqYxL2eZvKYlo2C', email: '', lastDay: 0, isOver: false },
  { description: 'relay.example.net', email: 'grace@example.net', lastDay: 58_310, isOver: false },
];

/** A sorted list with a selected row and a row over its limit. */
export function Full() {
  const [isUp, setIsUp] = useState(false);
  const [ticked, setTicked] = useState<readonly string[]>(['relay.example.net']);
  const rows = KEYS.toSorted((a, b) => (isUp ? a.lastDay - b.lastDay : b.lastDay - a.lastDay));
  const toggle = (name: string) =>
    setTicked(ticked.includes(name) ? ticked.filter((other) => other !== name) : [...ticked, name]);
  return (
    <Table caption={`Active Keys (${KEYS.length})`}>
      <TableHead>
        <HeaderCell>
          <Checkbox
            aria-label="All keys"
            checked={ticked.length === KEYS.length}
            isIndeterminate={ticked.length > 0 && ticked.length < KEYS.length}
            onChange={() => setTicked(ticked.length ? [] : KEYS.map((key) => key.description))}
          />
        </HeaderCell>
        <SortHeader sorted="none" href="?sort=description" onNavigate={() => undefined}>
          Description
        </SortHeader>
        <HeaderCell>Public Key</HeaderCell>
        <HeaderCell>Email</HeaderCell>
        <SortHeader
          isNumeric
          sorted={isUp ? 'ascending' : 'descending'}
          href={isUp ? '?sort=-last_day' : '?sort=last_day'}
          onNavigate={() => setIsUp(!isUp)}
        >
          Last Day
        </SortHeader>
        <HeaderCell>Actions</HeaderCell>
      </TableHead>
      <TableBody>
        {rows.map((key) => (
          <Row key={key.description} isSelected={ticked.includes(key.description)} isOver={key.isOver}>
            <Cell>
              <Checkbox
                aria-label={`Select ${key.description}`}
                checked={ticked.includes(key.description)}
                onChange={() => toggle(key.description)}
              />
            </Cell>
            <RowHeader>{key.description}</RowHeader>
            <Cell label="Public Key">
              <Copyable value={KEY} shown={12} label={`Copy key of ${key.description}`} />
            </Cell>
            <Cell label="Email">{key.email || <Badge>No Email</Badge>}</Cell>
            <Cell label="Last Day" isNumeric>
              {exactNumber(key.lastDay)} {key.isOver && <Badge tone="bad">Over limit</Badge>}
            </Cell>
            <Cell>
              <Menu label={`Actions for ${key.description}`}>
                <MenuItem onSelect={() => undefined}>Edit</MenuItem>
              </Menu>
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}

const Keys = ({ isBusy = false, children }: { isBusy?: boolean; children: ReactNode }) => (
  <Table caption="Keys" isCaptionHidden isBusy={isBusy}>
    <TableHead>
      <HeaderCell>Description</HeaderCell>
      <HeaderCell>Public Key</HeaderCell>
      <HeaderCell isNumeric>Last Day</HeaderCell>
    </TableHead>
    <TableBody>{children}</TableBody>
  </Table>
);

export const Loading = () => (
  <Keys isBusy>
    <SkeletonRows columns={3} rows={3} />
  </Keys>
);

export const Empty = () => (
  <Keys>
    <TableMessage columns={3}>
      <EmptyState title="No keys match" text="Keys open the premium storage. Remove a filter, or make one.">
        <Button size="sm">Generate Key</Button>
      </EmptyState>
    </TableMessage>
  </Keys>
);

export const Failed = () => (
  <Keys>
    <TableMessage columns={3}>
      <ErrorCard text="Failed to load fuzzy keys data." error={FAILED} onRetry={() => undefined} />
    </TableMessage>
  </Keys>
);

/** Three pages of 50. */
export function Pages() {
  const [page, setPage] = useState(1);
  return (
    <Pagination
      label="Pages of keys"
      from={(page - 1) * 50 + 1}
      shown={page < 3 ? 50 : 7}
      total={107}
      previousHref={page > 1 ? `#${page - 1}` : undefined}
      nextHref={page < 3 ? `#${page + 1}` : undefined}
      onNavigate={(href) => setPage(Number(href.slice(1)))}
    />
  );
}
