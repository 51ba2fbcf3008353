/** Brand, links and addresses in one place: another spam filter's project changes only this file (decisions §1). */
export const site = {
  name: 'Rspamd Premium',
  description: 'Premium fuzzy-hash service and stable package repositories for Rspamd.',
  supportMail: 'support@rspamd.example',
  links: {
    documentation: 'https://docs.rspamd.com/',
    source: 'https://github.com/rspamd/rspamd',
    project: 'https://rspamd.com/',
    contactSales: 'https://rspamd.com/support.html',
  },
  fuzzyServers: {
    premium: ['premium1.fuzzy.rspamd.example:11335', 'premium2.fuzzy.rspamd.example:11335'],
    bulk: ['bulk1.fuzzy.rspamd.example:11335', 'bulk2.fuzzy.rspamd.example:11335'],
  },
  repositoryHost: 'packages.rspamd.example',
} as const;
