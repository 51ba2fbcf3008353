'use client';

import { useState } from 'react';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { Copyable } from '#components/ui/copyable.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Menu, MenuItem } from '#components/ui/menu.tsx';
import { exactNumber } from '#components/ui/number-text.ts';
import { Pagination } from '#components/ui/pagination.tsx';
import { SortHeader } from '#components/ui/sort-header.tsx';
import { SkeletonRows, TableMessage } from '#components/ui/table-states.tsx';
import { Cell, HeaderCell, Row, RowHeader, Table, TableBody, TableHead } from '#components/ui/table.tsx';
import { Sample, type ThemeProps } from './sample.tsx';
import { FAILED, KEY, LONG_WORD } from './samples.ts';

const KEYS = [
  { description: 'mx1.example.com', email: 'ada@example.com', lastDay: 41_200, isOver: false },
  { description: 'mx2.example.com', email: LONG_WORD, lastDay: 3_912_004, isOver: true },
  { description: 'Stripe cus_QXg1o8vWZ sub_1PqYxL2eZvKYlo2C', email: '', lastDay: 0, isOver: false },
  { description: 'relay.example.net', email: 'grace@example.net', lastDay: 58_310, isOver: false },
];

export function Tables({ theme }: ThemeProps) {
  return (
    <>
      <Sample name="content: sorted, selected, over its limit">
        <Keys theme={theme} />
        <div className="mt-4">
          <Pagination
            label={`Pages (${theme})`}
            from={51}
            shown={50}
            total={100_000}
            previousHref="#tables"
            nextHref="#tables"
          />
        </div>
      </Sample>
      <Sample name="loading">
        <Table caption="Keys, loading" isCaptionHidden isBusy>
          <Head />
          <TableBody>
            <SkeletonRows columns={5} rows={3} />
          </TableBody>
        </Table>
      </Sample>
      <Sample name="empty">
        <Table caption="Keys, none" isCaptionHidden>
          <Head />
          <TableBody>
            <TableMessage columns={5}>
              <EmptyState title="No keys match" text="Keys open the premium storage. Remove a filter, or make one.">
                <Button size="sm">Generate Key</Button>
              </EmptyState>
            </TableMessage>
          </TableBody>
        </Table>
        <Pagination label={`One page (${theme})`} from={1} shown={4} total={4} />
      </Sample>
      <Sample name="error">
        <Table caption="Keys, failed" isCaptionHidden>
          <Head />
          <TableBody>
            <TableMessage columns={5}>
              <ErrorCard text="Failed to load fuzzy keys data." error={FAILED} onRetry={() => undefined} />
            </TableMessage>
          </TableBody>
        </Table>
      </Sample>
    </>
  );
}

function Head() {
  return (
    <TableHead>
      <HeaderCell>Description</HeaderCell>
      <HeaderCell>Public Key</HeaderCell>
      <HeaderCell>Email</HeaderCell>
      <HeaderCell isNumeric>Last Day</HeaderCell>
      <HeaderCell>Actions</HeaderCell>
    </TableHead>
  );
}

function Keys({ theme }: ThemeProps) {
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
            aria-label={`All keys (${theme})`}
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
              <Copyable
                value={KEY}
                shown={12}
                label={`Copy key of ${key.description}`}
                copiedText="Public key copied to clipboard!"
              />
            </Cell>
            <Cell label="Email">{key.email || <Badge>No Email</Badge>}</Cell>
            <Cell label="Last Day" isNumeric>
              {exactNumber(key.lastDay)} {key.isOver && <Badge tone="bad">Over limit</Badge>}
            </Cell>
            <Cell>
              <Menu label={`Actions for ${key.description} (${theme})`}>
                <MenuItem onSelect={() => undefined}>Edit</MenuItem>
              </Menu>
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}
