import type { ReactNode } from 'react';
import { Acts } from '#components/ui/read-only.tsx';
import { Cell, HeaderCell } from './table.tsx';

/** The last column of a table, with the buttons of each row. */
export const ActionsHeader = () => (
  <Acts>
    <HeaderCell>
      <span className="sr-only">Actions</span>
    </HeaderCell>
  </Acts>
);

export const ActionsCell = ({ children }: { children: ReactNode }) => (
  <Acts>
    <Cell>
      <div className="flex flex-wrap gap-2 sm:justify-end">{children}</div>
    </Cell>
  </Acts>
);
