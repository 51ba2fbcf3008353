'use client';

import type { ComponentProps, ReactNode } from 'react';
import { Button } from '#components/ui/actions/button.tsx';
import { StateLink } from '#components/ui/navigation/state-link.tsx';
import { EmptyState } from '#components/ui/states/empty-state.tsx';
import { ErrorCard } from '#components/ui/states/error-card.tsx';
import { QueryResult, type QueryState } from '#components/ui/states/query-result.tsx';
import { SkeletonRows, TableMessage } from '#components/ui/tables/table-states.tsx';
import { Table, TableBody, TableHead } from '#components/ui/tables/table.tsx';
import { ApiError } from '#lib/api-client/api-client.ts';
import { countOf } from '#lib/base/text/format.ts';
import { LoadFailure } from '../frame/load-failure.tsx';
import type { Words } from './define-list.ts';

/** What a table needs of its list (use-list.ts). */
export type ListState<D> = {
  answer: QueryState<D> & { isPlaceholderData?: boolean };
  list: { name: string; noun: string; failed: string; pageSize: number };
  isFiltered: boolean;
  isLaterPage: boolean;
  words: Words;
  toFirst: { href: string; onNavigate: () => void };
  clear: () => void;
};

type ListTableProps<D> = Omit<ComponentProps<typeof Table>, 'isBusy' | 'children'> & {
  state: ListState<D>;
  columns: number;
  titleColumn?: number;
  head: ReactNode;
  /** An action for a list without rows and filters. */
  start?: ReactNode;
  /** The rows. */
  children: (data: D) => readonly ReactNode[];
};

/** A page of a list: its rows, or in their place what there is to say and to do. All lists of the console do the same. */
export function ListTable<D>({ state, columns, titleColumn, head, start, children, ...table }: ListTableProps<D>) {
  const { answer } = state;
  const message = (content: ReactNode) => <TableMessage columns={columns}>{content}</TableMessage>;
  return (
    <Table {...table} isBusy={answer.isFetching}>
      <TableHead>{head}</TableHead>
      <TableBody>
        <QueryResult
          query={answer}
          skeleton={<SkeletonRows columns={columns} titleColumn={titleColumn} />}
          failure={(error, retry) => message(<Failure error={error} onRetry={retry} state={state} />)}
        >
          {(data) => {
            const rows = children(data);
            return rows.length ? rows : message(<NoRows state={state} start={start} />);
          }}
        </QueryResult>
      </TableBody>
    </Table>
  );
}

type Plain = Omit<ListState<unknown>, 'answer'>;

/**
 * The same request would be refused again with 400: its page is gone, for example because its cursor belongs to another
 * order, or a filter has a value that does not exist. Other failures may pass.
 */
function Failure({ error, onRetry, state }: { error: Error; onRetry: () => void; state: Plain }) {
  const { list, isLaterPage, isFiltered } = state;
  const isRefused = error instanceof ApiError && error.status === 400 && (isLaterPage || isFiltered);
  if (!isRefused) return <LoadFailure text={list.failed} error={error} onRetry={onRetry} />;
  return (
    <ErrorCard text={list.failed} help={isLaterPage ? 'This page no longer exists.' : error.message} error={error}>
      {isLaterPage ? <FirstPageLink {...state.toFirst} /> : <ClearFilters clear={state.clear} />}
    </ErrorCard>
  );
}

function NoRows({ state, start }: { state: Plain; start: ReactNode }) {
  const { isLaterPage, isFiltered, words, list } = state;
  if (isLaterPage)
    return (
      <EmptyState title="Nothing on this page" text={`Its ${list.noun}s are gone, or on the pages before it.`}>
        <FirstPageLink {...state.toFirst} />
      </EmptyState>
    );
  return <EmptyState {...words}>{isFiltered ? <ClearFilters clear={state.clear} /> : start}</EmptyState>;
}

const FirstPageLink = (way: Plain['toFirst']) => (
  <StateLink {...way} className="rounded-sm text-small underline">
    Back to the first page
  </StateLink>
);

const ClearFilters = ({ clear }: Pick<Plain, 'clear'>) => (
  <Button variant="secondary" onClick={clear}>
    Clear filters
  </Button>
);

/** Says to screen readers that the list loads, and then how long it is. */
export function ListStatus({ state, total }: { state: ListState<unknown>; total: number | undefined }) {
  const { answer, list } = state;
  const isLoading = answer.isPlaceholderData || (answer.data === undefined && !answer.error);
  return (
    <p role="status" className="sr-only">
      {isLoading ? `Loading ${list.noun}s...` : total !== undefined && countOf(total, list.noun)}
    </p>
  );
}
