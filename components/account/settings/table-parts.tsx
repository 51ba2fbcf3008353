import { Time } from '#components/ui/data/time.tsx';
import { Skeleton } from '#components/ui/states/skeleton.tsx';
import { Cell, HeaderCell } from '#components/ui/tables/table.tsx';

/** Header cells of the columns with the times of creation and last use, for passkeys and usage tokens. */
export function ActivityHeaders() {
  return (
    <>
      <HeaderCell>Created</HeaderCell>
      <HeaderCell>Last used</HeaderCell>
    </>
  );
}

/** The "Created" and "Last used" cells of a row. Times are ISO 8601. */
export function ActivityCells({ of }: { of: { created_at: string; last_used_at: string | null } }) {
  return (
    <>
      <Cell label="Created">
        <Time at={new Date(of.created_at)} />
      </Cell>
      <Cell label="Last used">{of.last_used_at ? <Time at={new Date(of.last_used_at)} /> : 'Never'}</Cell>
    </>
  );
}

/** Placeholder for a table (components/ui/tables/table.tsx) of `rows` rows. */
export function TableSkeleton({ rows }: { rows: number }) {
  return (
    <div aria-hidden="true">
      <div className="flex h-8 items-center border-b border-line-strong px-3">
        <Skeleton className="h-4 w-24" />
      </div>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex h-12 items-center justify-between gap-6 border-b px-3">
          <Skeleton className="h-4 w-44" />
          <Skeleton className="h-4 w-24" />
        </div>
      ))}
    </div>
  );
}
