import { contactsOf, LOCAL_SITE } from '#lib/base/settings/site-environment.ts';

/** The contacts of a copy without contact settings. */
export const localContacts = contactsOf(LOCAL_SITE);
/** The contact settings that production requires. */
export const PRODUCTION_SITE = {
  MAIL_FROM: 'Rspamd Premium <noreply@premium.test>',
  SUPPORT_MAIL: 'help@premium.test',
  SECURITY_MAIL: 'security@premium.test',
  SALES_URL: 'https://premium.test/sales?from=shop&to=sales',
  FUZZY_SERVERS: 'one.fuzzy.premium.test:11335,two.fuzzy.premium.test:11335',
  FUZZY_BULK_SERVERS: 'bulk.fuzzy.premium.test:11335',
  REPOSITORY_HOST: 'packages.premium.test',
  SELLER_NAME: 'Premium & Söhne GmbH',
  SELLER_ADDRESS: '1 High Street, London',
  SELLER_REGISTRATION: '09999999',
  SELLER_REGISTER_PLACE: 'Companies House, Cardiff',
  HOSTING_COUNTRY: 'DE',
  SUBPROCESSORS: '[]',
};
