import { env, isBuilding } from './env.ts';
import { contactsOf } from './site-environment.ts';
import type { Contacts } from './site.ts';

/** Ends what stands for a setting in what is prerendered, and belongs to nobody (RFC 6761 §6.4). */
const SUFFIX = '.setting.invalid';
/** Finds them; the first group is the setting's name. */
export const BUILD_CONTACT = /(\w+)\.setting\.invalid/;

const NAMES = [
  ...(['supportMail', 'securityMail', 'salesUrl', 'fuzzyServers', 'fuzzyBulkServers', 'repositoryHost'] as const),
  ...(['sellerName', 'sellerAddress', 'sellerVat'] as const),
];
const BUILD_CONTACTS = Object.fromEntries(NAMES.map((name) => [name, name + SUFFIX])) as Contacts;

/** The operator's hosts and addresses. The build does not know them; `withSettings` puts them in when a page is served. */
export const contacts = (): Contacts => (isBuilding() ? BUILD_CONTACTS : contactsOf(env()));
