'use client';

import { Menu, MenuItem } from '#components/ui/overlays/menu.tsx';
import { Badge } from '#components/ui/states/badge.tsx';
import { ActionsHeader } from '#components/ui/tables/actions-column.tsx';
import { Cell, HeaderCell, Row, RowHeader } from '#components/ui/tables/table.tsx';
import type { TestimonialListView, TestimonialRow } from '#lib/testimonials/views.ts';
import { type ListState, ListTable } from '../../_components/lists/list-table.tsx';

const COLUMNS = 7;
const STATUS = {
  draft: { tone: 'warning', text: 'Draft' },
  approved: { tone: 'good', text: 'Approved' },
  withdrawn: { tone: 'neutral', text: 'Withdrawn' },
} as const;

export type TestimonialAction = 'edit' | 'approve' | 'withdraw' | 'delete';
type TestimonialsTableProps = {
  state: ListState<TestimonialListView>;
  onAct: (action: TestimonialAction, entry: TestimonialRow) => void;
};

export function TestimonialsTable({ state, onAct }: TestimonialsTableProps) {
  return (
    <ListTable
      state={state}
      caption="Testimonials"
      isCaptionHidden
      isDense
      columns={COLUMNS}
      head={
        <>
          <HeaderCell>Quote</HeaderCell>
          <HeaderCell>Author</HeaderCell>
          <HeaderCell leftOut="medium">Rating</HeaderCell>
          <HeaderCell leftOut="wide">Said on</HeaderCell>
          <HeaderCell leftOut="wide">Consent</HeaderCell>
          <HeaderCell>Status</HeaderCell>
          <ActionsHeader />
        </>
      }
    >
      {({ testimonials }) =>
        testimonials.map((entry) => (
          <Row key={entry.id}>
            <RowHeader>
              <span
                title={entry.quote}
                className="block overflow-hidden wrap-anywhere text-ellipsis md:max-w-56 lg:max-w-72"
              >
                {entry.quote}
              </span>
            </RowHeader>
            <Cell label="Author" isFilling>
              <span title={`${entry.author}, ${entry.position}, ${entry.company}`} className="wrap-anywhere">
                {entry.author}
                <span className="text-muted">
                  , {entry.position}, {entry.company}
                </span>
              </span>
            </Cell>
            <Cell label="Rating" leftOut="medium">
              {entry.rating} of 5
            </Cell>
            <Cell label="Said on" leftOut="wide">
              {entry.given_on}
            </Cell>
            <Cell label="Consent" isFilling leftOut="wide">
              <span title={entry.consent} className="wrap-anywhere">
                {entry.consent}
              </span>
            </Cell>
            <Cell label="Status">
              <Badge tone={STATUS[entry.status].tone}>{STATUS[entry.status].text}</Badge>
            </Cell>
            <Cell isNumeric>
              <Menu label={`Actions for the words of ${entry.author}`}>
                <MenuItem onSelect={() => onAct('edit', entry)}>Edit</MenuItem>
                {entry.status === 'approved' ? (
                  <MenuItem onSelect={() => onAct('withdraw', entry)}>Withdraw</MenuItem>
                ) : (
                  <MenuItem onSelect={() => onAct('approve', entry)}>Approve</MenuItem>
                )}
                <MenuItem isDanger onSelect={() => onAct('delete', entry)}>
                  Delete
                </MenuItem>
              </Menu>
            </Cell>
          </Row>
        ))
      }
    </ListTable>
  );
}
