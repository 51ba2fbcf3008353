import { z } from 'zod';
import type { Contacts } from './site.ts';

const HOST = /^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)+$/;
const SERVER = /^[a-z0-9-]+(\.[a-z0-9-]+)+:\d{1,5}$/i;
/** A text that is inserted into pages, scripts and emails without escaping. */
const plainText = z.string().regex(/^[^"\\<>\p{Cc}]{2,300}$/u, 'contains a character that is not allowed');
const servers = z
  .string()
  .refine((list) => list.split(',').every((each) => SERVER.test(each)), 'needs host:port, host:port …');

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Settings for the operator's own hosts and addresses. */
export const SITE_ENVIRONMENT = {
  SUPPORT_MAIL: z.email(),
  SECURITY_MAIL: z.email(),
  /** The contact page for Enterprise customers. */
  SALES_URL: z.url({ protocol: /^https$/ }),
  FUZZY_SERVERS: servers,
  FUZZY_BULK_SERVERS: servers,
  /** The domain in which the zone file of /admin/servers is published. Empty if the zone file is not published. */
  FUZZY_SRV_DOMAIN: z.union([z.literal(''), z.string().regex(HOST, 'needs a domain in small letters')]).default(''),
  REPOSITORY_HOST: z.string().regex(HOST, 'needs a host name in small letters'),
  SELLER_NAME: plainText,
  SELLER_ADDRESS: plainText,
  /** Not set if the seller has no VAT number. */
  SELLER_VAT: plainText.optional(),
  /** The number in the register, or why there is none: "none, sole trader". */
  SELLER_REGISTRATION: plainText,
  /** The register and its place. */
  SELLER_REGISTER_PLACE: plainText,
  /** Who acts for the company. Not set if the law of its place does not ask for a name. */
  SELLER_REPRESENTATIVE: plainText.optional(),
  /** For questions about personal data. Without it, SUPPORT_MAIL is used. */
  PRIVACY_MAIL: z.email().optional(),
  /** In this zone the 14 days of a withdrawal end. */
  SELLER_TIME_ZONE: z.string().refine(isTimeZone, 'needs a zone such as Europe/London').default('Europe/London'),
  /** For prices to private buyers, until the checkout knows their country. */
  UK_VAT_PERCENT: z.coerce.number().min(0).max(50).default(20),
  /** What a buyer who withdraws gets back: all, or the unused days. */
  WITHDRAWAL_REFUND: z.enum(['all', 'unused']).default('all'),
  /** After so many days an event of the audit log loses its IP address and browser. */
  AUDIT_ORIGIN_DAYS: z.coerce.number().int().min(30).max(3650).default(400),
  /** How long the operator keeps the output of the processes; the privacy policy states it. */
  LOG_DAYS: z.coerce.number().int().min(1).max(400).default(30),
};
type SiteEnvironment = z.infer<z.ZodObject<typeof SITE_ENVIRONMENT>>;

/** The seller outside production. Pages and emails show it, so it says that it is a sample. */
export const SAMPLE_SELLER = {
  SELLER_NAME: 'Sample Seller Ltd',
  SELLER_ADDRESS: '1 Sample Street, London',
  SELLER_VAT: 'GB 000 0000 00 (sample)',
  SELLER_REGISTRATION: '00000000 (sample)',
  SELLER_REGISTER_PLACE: 'Sample register of companies, London',
};

/** Defaults outside production. `.example` is reserved (RFC 6761), and production refuses it. */
export const LOCAL_SITE = {
  SUPPORT_MAIL: 'support@rspamd.example',
  SECURITY_MAIL: 'security@rspamd.example',
  SALES_URL: 'https://rspamd.example/sales',
  FUZZY_SERVERS: 'premium1.fuzzy.rspamd.example:11335,premium2.fuzzy.rspamd.example:11335',
  FUZZY_BULK_SERVERS: 'bulk1.fuzzy.rspamd.example:11335,bulk2.fuzzy.rspamd.example:11335',
  FUZZY_SRV_DOMAIN: 'fuzzy.rspamd.example',
  REPOSITORY_HOST: 'packages.rspamd.example',
  UK_VAT_PERCENT: 20,
  WITHDRAWAL_REFUND: 'all' as const,
  AUDIT_ORIGIN_DAYS: 400,
  LOG_DAYS: 30,
  ...SAMPLE_SELLER,
};

type ShownEverywhere =
  | ('SUPPORT_MAIL' | 'SECURITY_MAIL' | 'SALES_URL' | 'FUZZY_SERVERS' | 'FUZZY_BULK_SERVERS' | 'REPOSITORY_HOST')
  | (
      | 'SELLER_NAME'
      | 'SELLER_ADDRESS'
      | 'SELLER_VAT'
      | 'UK_VAT_PERCENT'
      | 'WITHDRAWAL_REFUND'
      | 'AUDIT_ORIGIN_DAYS'
      | 'LOG_DAYS'
    );

/** The settings in the form that pages and emails use. */
export const contactsOf = (values: Pick<SiteEnvironment, ShownEverywhere> & { SLA?: unknown }): Contacts => ({
  supportMail: values.SUPPORT_MAIL,
  securityMail: values.SECURITY_MAIL,
  salesUrl: values.SALES_URL,
  fuzzyServers: values.FUZZY_SERVERS,
  fuzzyBulkServers: values.FUZZY_BULK_SERVERS,
  // Empty until hosts are entered in the console: only those hosts are in the zone file (lib/storage/hosts.ts).
  fuzzyDomain: '',
  repositoryHost: values.REPOSITORY_HOST,
  hasSla: values.SLA !== undefined,
  sellerName: values.SELLER_NAME,
  seller: [values.SELLER_NAME, values.SELLER_ADDRESS, ...(values.SELLER_VAT ? [`VAT ${values.SELLER_VAT}`] : [])].join(
    ', ',
  ),
  ukVatPercent: values.UK_VAT_PERCENT,
  withdrawalRefund: values.WITHDRAWAL_REFUND,
  auditOriginDays: values.AUDIT_ORIGIN_DAYS,
  logDays: values.LOG_DAYS,
});

/** True if a setting names an example host (RFC 2606). */
export const namesExample = (value: string): boolean => /[@./]example(\.(com|net|org))?(?![\w.-]*\w)/i.test(value);

/** True if a setting has the value of the sample seller. */
export const isSampleSeller = (name: string, value: string): boolean =>
  Object.hasOwn(SAMPLE_SELLER, name) && SAMPLE_SELLER[name as keyof typeof SAMPLE_SELLER] === value;
