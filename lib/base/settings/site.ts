/** Brand and links. A fork for another spam filter changes only this file. */
export const site = {
  name: 'Rspamd Premium',
  /** Begins the name of every cookie, because applications on other ports of a host share its cookies. */
  slug: 'rspamd_premium',
  description: 'Premium fuzzy-hash service and stable package repositories for Rspamd.',
  links: {
    documentation: 'https://docs.rspamd.com/',
    source: 'https://github.com/rspamd/rspamd',
    project: 'https://rspamd.com/',
    social: [
      { name: 'GitHub', href: 'https://github.com/rspamd/rspamd' },
      { name: 'X', href: 'https://x.com/rspamd' },
      { name: 'Telegram', href: 'https://t.me/rspamd' },
    ],
  },
  /** The law that governs the terms (lib/marketing/policies). */
  jurisdiction: 'England and Wales',
} as const;

/** The links of every page's header. */
export const HEADER_LINKS = [
  { href: '/#features', label: 'Features' },
  { href: '/#opensource', label: 'Open Source' },
  { href: '/#pricing', label: 'Pricing' },
  { href: '/#testimonials', label: 'Testimonials' },
  { href: site.links.documentation, label: 'Documentation' },
] as const;

/**
 * The operator's own hosts and addresses. They are settings, so the build does not contain them. Server code calls
 * `contacts()` (lib/base/settings/contacts.ts), components in the browser `useContacts()`.
 */
export type Contacts = {
  supportMail: string;
  securityMail: string;
  salesUrl: string;
  /** `host:port`, comma-separated */
  fuzzyServers: string;
  fuzzyBulkServers: string;
  /** the domain with the SRV records of both storages; empty if there are no such records */
  fuzzyDomain: string;
  repositoryHost: string;
  sellerName: string;
  /** the seller has an SLA for all, at /sla */
  hasSla: boolean;
  /** legal entity, address and, if there is one, VAT number, in one line */
  seller: string;
  /** what a price with the United Kingdom's VAT adds */
  ukVatPercent: number;
  /** what a buyer who withdraws gets back */
  withdrawalRefund: 'all' | 'unused';
  /** after which events of the audit log lose IP address and browser */
  auditOriginDays: number;
  /** for which the operator keeps the output of the processes */
  logDays: number;
};
