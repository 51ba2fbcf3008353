/** Brand, links and addresses in one place: another spam filter's project changes only this file (decisions §1). */
export const site = {
  name: 'Rspamd Premium',
  description: 'Premium fuzzy-hash service and stable package repositories for Rspamd.',
  supportMail: 'support@rspamd.example',
  securityMail: 'security@rspamd.example',
  links: {
    documentation: 'https://docs.rspamd.com/',
    source: 'https://github.com/rspamd/rspamd',
    project: 'https://rspamd.com/',
    contactSales: 'https://rspamd.com/support.html',
    social: [
      { name: 'GitHub', href: 'https://github.com/rspamd/rspamd' },
      { name: 'X', href: 'https://x.com/rspamd' },
      { name: 'Telegram', href: 'https://t.me/rspamd' },
    ],
  },
  /** Whose law governs the terms (lib/marketing/policies). */
  jurisdiction: 'England and Wales',
  fuzzyServers: {
    premium: ['premium1.fuzzy.rspamd.example:11335', 'premium2.fuzzy.rspamd.example:11335'],
    bulk: ['bulk1.fuzzy.rspamd.example:11335', 'bulk2.fuzzy.rspamd.example:11335'],
  },
  repositoryHost: 'packages.rspamd.example',
} as const;
