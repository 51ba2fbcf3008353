'use client';

import { useContacts } from '#components/layout/footer/contacts.tsx';

/** Leads from the word SLA to the seller's SLA, or to the sentence of the terms that says where it is agreed. */
export function SlaLink() {
  const { hasSla } = useContacts();
  return (
    <a
      href={hasSla ? '/sla' : '/terms#availability'}
      className="ml-2 rounded-sm text-small text-muted underline underline-offset-4 hover:text-signal"
    >
      {hasSla ? 'what it says' : 'agreed in the contract'}
    </a>
  );
}
