'use client';

import { useContacts } from '#components/layout/footer/contacts.tsx';
import { buttonClass } from '#components/ui/actions/button.tsx';

/** The link for the plan without a price. */
export function SalesLink() {
  return (
    <a href={useContacts().salesUrl} data-plan="Enterprise" className={buttonClass({ variant: 'secondary' }, 'w-full')}>
      Contact Sales
    </a>
  );
}
