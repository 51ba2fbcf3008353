import type { ReactNode } from 'react';
import { QueryProvider } from '#components/layout/state/query-provider.tsx';
import { QueryState } from '#components/layout/state/query-state.tsx';
import { ReloadOnRestore } from '#components/layout/state/reload-on-restore.tsx';
import { IsoDates } from '#components/ui/data/iso-dates.tsx';
import { Toaster } from '#components/ui/overlays/toast.tsx';
import { SensitiveActions } from '#components/users/sensitive-actions.tsx';

export default function AdminLayout({ children }: { children: ReactNode }) {
  return (
    <QueryProvider>
      <ReloadOnRestore />
      <QueryState>
        <SensitiveActions>
          <div data-wide className="page pt-2 pb-8 sm:pb-10">
            <IsoDates>{children}</IsoDates>
          </div>
        </SensitiveActions>
      </QueryState>
      <Toaster />
    </QueryProvider>
  );
}
