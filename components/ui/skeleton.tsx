import { classNames } from './class-names.ts';

/** Stands where content will be, at its size. The part that loads says so in words by itself. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames('block skeleton', className)} />;
}
