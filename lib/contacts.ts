import { env, isBuilding } from './env.ts';
import { contactsOf } from './site-environment.ts';
import type { Contacts } from './site.ts';

/** Suffix of the placeholders for settings in prerendered pages; `.invalid` never resolves (RFC 6761 §6.4). */
const SUFFIX = '.setting.invalid';
/** Matches a placeholder; group 1 is the setting's name. */
export const BUILD_CONTACT = /(\w+)\.setting\.invalid/;

const NAMES = [
  ...(['supportMail', 'securityMail', 'salesUrl', 'fuzzyServers', 'fuzzyBulkServers', 'repositoryHost'] as const),
  ...(['sellerName', 'seller'] as const),
];
const BUILD_CONTACTS = Object.fromEntries(NAMES.map((name) => [name, name + SUFFIX])) as Contacts;

/** The operator's hosts and addresses; during a build, placeholders that `withSettings` replaces in served pages. */
export const contacts = (): Contacts => (isBuilding() ? BUILD_CONTACTS : contactsOf(env()));
