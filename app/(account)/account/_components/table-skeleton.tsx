import { Skeleton } from '#components/ui/states/skeleton.tsx';

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
