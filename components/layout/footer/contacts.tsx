'use client';

import { createContext, use, type ReactNode } from 'react';
import type { Contacts } from '#lib/base/settings/site.ts';

const ContactsContext = createContext<Contacts | null>(null);

/** Gives client components the hosts and email addresses of this installation. */
export function ContactsProvider({ contacts, children }: { contacts: Contacts; children: ReactNode }) {
  return <ContactsContext value={contacts}>{children}</ContactsContext>;
}

/** The hosts and email addresses of this installation. Throws outside of ContactsProvider. */
export function useContacts(): Contacts {
  const contacts = use(ContactsContext);
  if (!contacts) throw new Error('useContacts needs a ContactsProvider');
  return contacts;
}
