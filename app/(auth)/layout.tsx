import type { ReactNode } from 'react';

export default function AuthLayout({ children }: { children: ReactNode }) {
  return <div className="page flex justify-center py-12 sm:py-20">{children}</div>;
}
