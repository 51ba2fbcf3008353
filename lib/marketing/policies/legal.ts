import type { LegalFacts } from '#lib/base/settings/legal.ts';
import { site } from '#lib/base/settings/site.ts';
import type { Policy } from './policy.ts';

export const legal = (facts: LegalFacts): Policy => ({
  title: 'Legal notice',
  lead: `Which company sells ${site.name}, where it is registered, and whom to write to.`,
  dated: null,
  sections: [
    {
      title: 'Company',
      facts: [
        { name: 'Name', text: facts.name },
        { name: 'Registered address', text: facts.address },
        { name: 'Register', text: facts.registerPlace },
        { name: 'Number', text: facts.registration },
        { name: 'VAT number', text: facts.vat ?? 'None' },
        ...(facts.representative ? [{ name: 'Represented by', text: facts.representative }] : []),
      ],
    },
    {
      title: 'Contact',
      facts: [
        { name: 'General', text: `${facts.supportMail}: accounts, keys, invoices, withdrawal, everything else.` },
        { name: 'Security', text: `${facts.securityMail}: vulnerabilities and incidents, see [Security](/security).` },
        {
          name: 'Privacy',
          text: `${facts.privacyMail}: personal data, requests of the people it is about, the [data processing agreement](/dpa).`,
        },
      ],
    },
    {
      title: 'Where the service runs',
      paragraphs: [
        `This site and its database are in: ${facts.hosting.join(', ')}. The [subprocessors](/subprocessors) are the companies that process data for us.`,
      ],
    },
  ],
});
