import type { ReactNode } from 'react';
import { QueryProvider } from '#components/layout/query-provider.tsx';
import { QueryState } from '#components/layout/query-state.tsx';
import { ReloadOnRestore } from '#components/layout/reload-on-restore.tsx';
import { Toaster } from '#components/ui/toast.tsx';
import { SensitiveActs } from '#components/users/sensitive-acts.tsx';

export default function AdminLayout({ children }: { children: ReactNode }) {
  return (
    <QueryProvider>
      <ReloadOnRestore />
      <QueryState>
        <SensitiveActs>
          <div className="page py-8 sm:py-10">{children}</div>
        </SensitiveActs>
      </QueryState>
      <Toaster />
    </QueryProvider>
  );
}
