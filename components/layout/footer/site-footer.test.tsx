import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { localContacts } from '#lib/testing/contacts.ts';
import { ContactsProvider } from './contacts.tsx';
import { SiteFooter } from './site-footer.tsx';

test('links to the pages about the seller, and to an SLA only if there is one', () => {
  const hrefsWith = (hasSla: boolean) => {
    const contacts = { ...localContacts, hasSla };
    const { container, unmount } = render(
      <ContactsProvider contacts={contacts}>
        <SiteFooter contacts={contacts} />
      </ContactsProvider>,
    );
    const links = container.querySelectorAll('[aria-label="About the seller"] a');
    const hrefs = [...links].map((link) => link.getAttribute('href'));
    unmount();
    return hrefs;
  };
  const always = ['/legal', '/dpa', '/subprocessors', '/security', '/accessibility'];
  expect(hrefsWith(false)).toEqual(always);
  expect(hrefsWith(true)).toEqual([...always, '/sla']);
});

test('names the seller, with address and VAT number', () => {
  const contacts = { ...localContacts, seller: 'Premium & Söhne GmbH, 1 High Street, London, VAT DE123' };
  render(
    <ContactsProvider contacts={contacts}>
      <SiteFooter contacts={contacts} />
    </ContactsProvider>,
  );
  screen.getByText('© Rspamd Premium, sold by Premium & Söhne GmbH, 1 High Street, London, VAT DE123');
});
