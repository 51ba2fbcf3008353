import type { ReactNode } from 'react';

/** The end of a dialog: its buttons at the right. On phones a button alone is as wide as the dialog. */
export const DialogEnd = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap justify-end gap-2 max-sm:*:only:w-full">{children}</div>
);
