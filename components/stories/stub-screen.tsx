import { toast } from 'sonner';
import { useState, type ReactNode } from 'react';
import { ContactsProvider } from '#components/layout/footer/contacts.tsx';
import { Toaster } from '#components/ui/overlays/toast.tsx';
import { SensitiveActions } from '#components/users/sensitive-actions.tsx';
import { contactsOf, LOCAL_SITE } from '#lib/base/settings/site-environment.ts';
import { StubServer, type StubAnswers } from './stub-server.tsx';

type StubScreenProps = { answers: StubAnswers; search?: string | undefined; children: ReactNode };

const CONTACTS = contactsOf(LOCAL_SITE);

/**
 * Wraps a screen as the layouts of the account and admin pages do: with toasts, the password dialog and the contacts.
 */
export function StubScreen({ children, ...server }: StubScreenProps) {
  // A new Toaster would show the active toasts of the previous story.
  useState(() => toast.dismiss());
  return (
    <StubServer {...server}>
      <ContactsProvider contacts={CONTACTS}>
        <SensitiveActions>
          <main id="main" tabIndex={-1}>
            {children}
          </main>
        </SensitiveActions>
      </ContactsProvider>
      <Toaster />
    </StubServer>
  );
}
