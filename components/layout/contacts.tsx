'use client';

import { createContext, use, type ReactNode } from 'react';
import type { Contacts } from '#lib/site.ts';

const ContactsContext = createContext<Contacts | null>(null);

/** Tells the browser's components the hosts and addresses of this copy. */
export function ContactsProvider({ contacts, children }: { contacts: Contacts; children: ReactNode }) {
  return <ContactsContext value={contacts}>{children}</ContactsContext>;
}

/** The hosts and addresses of this copy. Throws outside of the layout, which knows them. */
export function useContacts(): Contacts {
  const contacts = use(ContactsContext);
  if (!contacts) throw new Error('useContacts: no layout around it');
  return contacts;
}
