import { useState } from 'react';
import { FAILED } from '#components/stories/stub-server.tsx';
import { EmptyState } from './empty-state.tsx';
import { QueryResult, type QueryState } from './query-result.tsx';
import { SkeletonText } from './skeleton.tsx';

export default { title: 'ui/QueryResult' };

type Names = readonly string[];
const QUERY: QueryState<Names> = { data: undefined, error: null, isFetching: false, refetch: () => undefined };
const NAMES = ['mx1.example.com', 'mx2.example.com'];

const Servers = ({ query }: { query: QueryState<Names> }) => (
  <QueryResult
    query={query}
    what="your servers"
    skeleton={<SkeletonText lines={2} />}
    empty={<EmptyState title="No servers" text="A server appears here once it reports." />}
  >
    {(names) => (
      <ul>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    )}
  </QueryResult>
);

export const Loading = () => <Servers query={{ ...QUERY, isFetching: true }} />;
export const Failed = () => <Servers query={{ ...QUERY, error: FAILED }} />;
export const Repeated = () => <Servers query={{ ...QUERY, error: FAILED, isFetching: true }} />;
export const Empty = () => <Servers query={{ ...QUERY, data: [] }} />;
export const Full = () => <Servers query={{ ...QUERY, data: NAMES }} />;
export const Stale = () => <Servers query={{ ...QUERY, data: NAMES, error: FAILED }} />;

/** Loads after Retry. */
export function Recovering() {
  const [query, setQuery] = useState<QueryState<Names>>({ ...QUERY, error: FAILED });
  return <Servers query={{ ...query, refetch: () => setQuery({ ...QUERY, data: NAMES }) }} />;
}

export const OwnFailure = () => (
  <QueryResult
    query={{ ...QUERY, error: FAILED }}
    skeleton={null}
    failure={(error) => <p role="alert">{error.message}</p>}
  >
    {(names) => names.join()}
  </QueryResult>
);
