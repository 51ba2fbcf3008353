import { render, screen } from '@testing-library/react';
import { test } from 'vitest';
import { localContacts } from '#lib/testing/contacts.ts';
import { ContactsProvider } from './contacts.tsx';
import { SiteFooter } from './site-footer.tsx';

test('names the seller, with address and VAT number', () => {
  const contacts = { ...localContacts, seller: 'Premium & Söhne GmbH, 1 High Street, London, VAT DE123' };
  render(
    <ContactsProvider contacts={contacts}>
      <SiteFooter contacts={contacts} />
    </ContactsProvider>,
  );
  screen.getByText('© Rspamd Premium, sold by Premium & Söhne GmbH, 1 High Street, London, VAT DE123');
});
