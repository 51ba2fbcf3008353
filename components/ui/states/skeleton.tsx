import { classNames } from '#components/ui/look/class-names.ts';

/** A placeholder of the content's size. The component that loads announces it in words. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <span aria-hidden="true" className={classNames('block skeleton', className)} />;
}

/** Lines of text. The last one is shorter. */
export function SkeletonText({ lines = 3 }: { lines?: number | undefined }) {
  return (
    <span aria-hidden="true" className="block space-y-3 py-1">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className={line === lines - 1 ? 'h-4 w-2/3' : 'h-4'} />
      ))}
    </span>
  );
}

/** A card (card.tsx) with `lines` lines. */
export function SkeletonCard({ lines = 2 }: { lines?: number | undefined }) {
  return (
    <div aria-hidden="true" className="rounded-md border bg-surface p-5">
      <Skeleton className="mb-3 h-4 w-28" />
      <SkeletonText lines={lines} />
    </div>
  );
}
