import { z } from 'zod';
import type { Contacts } from './site.ts';

const HOST = /^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)+$/i;
const SERVER = /^[a-z0-9-]+(\.[a-z0-9-]+)+:\d{1,5}$/i;
/** Pages, scripts and mails hold it as it is. */
const plainText = z.string().regex(/^[^"\\<>\p{Cc}]{2,300}$/u, 'holds a character that is not allowed here');
const servers = z
  .string()
  .refine((list) => list.split(',').every((each) => SERVER.test(each)), 'needs host:port, host:port …');

/** Where an Enterprise customer writes to, unless SALES_URL says so. */
export const SALES_URL = 'https://rspamd.com/support.html';

/** The settings of an operator's own hosts and addresses. */
export const SITE_ENVIRONMENT = {
  SUPPORT_MAIL: z.email(),
  SECURITY_MAIL: z.email(),
  SALES_URL: z.url({ protocol: /^https$/ }).default(SALES_URL),
  FUZZY_SERVERS: servers,
  FUZZY_BULK_SERVERS: servers,
  REPOSITORY_HOST: z.string().regex(HOST, 'needs a host name'),
  SELLER_NAME: plainText,
  SELLER_ADDRESS: plainText,
  /** Empty for a seller without one. */
  SELLER_VAT: plainText.optional(),
};
type SiteEnvironment = z.infer<z.ZodObject<typeof SITE_ENVIRONMENT>>;

/** What stands in for them on one machine; `.example` belongs to nobody (RFC 6761), and production refuses it. */
export const LOCAL_SITE = {
  SUPPORT_MAIL: 'support@rspamd.example',
  SECURITY_MAIL: 'security@rspamd.example',
  FUZZY_SERVERS: 'premium1.fuzzy.rspamd.example:11335,premium2.fuzzy.rspamd.example:11335',
  FUZZY_BULK_SERVERS: 'bulk1.fuzzy.rspamd.example:11335,bulk2.fuzzy.rspamd.example:11335',
  REPOSITORY_HOST: 'packages.rspamd.example',
  SELLER_NAME: 'Rspamd Premium Example Ltd',
  SELLER_ADDRESS: '1 Example Street, London',
  SELLER_VAT: 'GB 000 0000 00',
};

/** Those settings as pages and mails know them. */
export const contactsOf = (values: SiteEnvironment): Contacts => ({
  supportMail: values.SUPPORT_MAIL,
  securityMail: values.SECURITY_MAIL,
  salesUrl: values.SALES_URL,
  fuzzyServers: values.FUZZY_SERVERS,
  fuzzyBulkServers: values.FUZZY_BULK_SERVERS,
  repositoryHost: values.REPOSITORY_HOST,
  sellerName: values.SELLER_NAME,
  sellerAddress: values.SELLER_ADDRESS,
  sellerVat: values.SELLER_VAT ?? '',
});

/** Whether a setting names a host that is only an example (RFC 2606). */
export const namesExample = (value: string): boolean => /[@./]example(\.(com|net|org))?(?![\w.-]*\w)/i.test(value);
