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

/** Shown in place of an empty list between other content: in a frame, and no higher than a few rows. */
export function FramedEmptyState({ title, text, children }: EmptyStateProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md border border-dashed p-4 sm:px-5">
      <Mark state="empty" className="size-5 shrink-0" />
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium">{title}</p>
        <p className="max-w-measure text-small text-muted">{text}</p>
      </div>
      {children && <div className="flex flex-wrap gap-2">{children}</div>}
    </div>
  );
}
