import { toast } from 'sonner';
import { useState, type ReactNode } from 'react';
import { Toaster } from '#components/ui/overlays/toast.tsx';
import { SensitiveActions } from '#components/users/sensitive-actions.tsx';
import { StubServer, type StubAnswers } from './stub-server.tsx';

type StubScreenProps = { answers: StubAnswers; search?: string | undefined; children: ReactNode };

/** A screen in what the layouts of the account and of the admin pages give it: toasts, and the password dialog. */
export function StubScreen({ children, ...server }: StubScreenProps) {
  // A new Toaster shows the active toasts of the one before, which belonged to another story.
  useState(() => toast.dismiss());
  return (
    <StubServer {...server}>
      <SensitiveActions>
        <main id="main" tabIndex={-1}>
          {children}
        </main>
      </SensitiveActions>
      <Toaster />
    </StubServer>
  );
}
