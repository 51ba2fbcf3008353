'use client';

import { useContacts } from './contacts.tsx';

/** The address of support, as a link in a sentence. */
export function SupportLink() {
  const { supportMail } = useContacts();
  return (
    <a href={`mailto:${supportMail}`} className="text-ink underline underline-offset-4">
      {supportMail}
    </a>
  );
}
