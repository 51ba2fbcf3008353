import type { ReactNode } from 'react';
import { QueryProvider } from '#components/layout/state/query-provider.tsx';
import { QueryState } from '#components/layout/state/query-state.tsx';
import { ProductBar } from '#components/layout/product/product-bar.tsx';
import { Toaster } from '#components/ui/overlays/toast.tsx';
import { SensitiveActions } from '#components/users/sensitive-actions.tsx';
import { ReloadOnRestore } from '#components/layout/state/reload-on-restore.tsx';

export default function AccountLayout({ children }: { children: ReactNode }) {
  return (
    <QueryProvider>
      <ReloadOnRestore />
      <QueryState>
        <SensitiveActions>
          <ProductBar />
          <div className="page pt-6 pb-10 sm:pt-10 sm:pb-14">{children}</div>
        </SensitiveActions>
      </QueryState>
      <Toaster />
    </QueryProvider>
  );
}
