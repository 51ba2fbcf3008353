import type { ReactNode } from 'react';
import { Mark } from '#components/ui/look/mark.tsx';

type EmptyStateProps = { title: string; text: string; children?: ReactNode };

/** Shown in place of an empty list: what belongs here, and a first action. */
export function EmptyState({ title, text, children }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-2 px-4 py-12 text-center">
      <Mark state="empty" className="mb-2 size-6" />
      <p className="font-medium">{title}</p>
      <p className="max-w-measure text-small text-balance text-muted">{text}</p>
      {children && <div className="mt-3 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  );
}

/** An EmptyState with a frame, in place of a list without one. */
export function FramedEmptyState(props: EmptyStateProps) {
  return (
    <div className="rounded-md border border-dashed">
      <EmptyState {...props} />
    </div>
  );
}
