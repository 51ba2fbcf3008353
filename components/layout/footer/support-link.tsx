'use client';

import { Acts } from '#components/ui/read-only.tsx';
import { useContacts } from './contacts.tsx';

/** The address of support, as a link in a sentence. */
export function SupportLink() {
  const { supportMail } = useContacts();
  return (
    <Acts instead={supportMail}>
      <a href={`mailto:${supportMail}`} className="text-ink underline underline-offset-4">
        {supportMail}
      </a>
    </Acts>
  );
}
