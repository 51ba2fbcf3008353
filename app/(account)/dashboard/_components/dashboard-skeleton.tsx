import { Skeleton } from '#components/ui/states/skeleton.tsx';

export function DashboardSkeleton() {
  return (
    <div role="status" className="space-y-8">
      <span className="sr-only">Loading your account...</span>
      <div className="grid gap-4 md:grid-cols-[1fr_1fr_1.3fr] lg:grid-cols-3">
        {['status', 'plan', 'key'].map((card) => (
          <div key={card} className="h-29 space-y-4 rounded-md border bg-surface p-5 md:h-37">
            <Skeleton className="h-4 w-28" />
            <Skeleton className="h-7 w-36" />
            <Skeleton className="h-4 w-44" />
          </div>
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        {['w-36', 'w-32', 'w-36'].map((width, index) => (
          <Skeleton key={index} className={`h-10 ${width}`} />
        ))}
      </div>
    </div>
  );
}
