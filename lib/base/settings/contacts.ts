import { processState } from '#lib/base/process-state.ts';
import { env, isBuilding } from './env.ts';
import { contactsOf } from './site-environment.ts';
import type { Contacts } from './site.ts';

/** Suffix of the placeholders for settings in prerendered pages; `.invalid` never resolves (RFC 6761 §6.4). */
const SUFFIX = '.setting.invalid';
/** Matches a placeholder; group 1 is the setting's name. */
export const BUILD_CONTACT = /(\w+)\.setting\.invalid/;

const NAMES = [
  ...(['supportMail', 'securityMail', 'salesUrl', 'fuzzyServers', 'fuzzyBulkServers', 'fuzzyDomain'] as const),
  ...(['repositoryHost', 'sellerName', 'seller'] as const),
];
const BUILD_CONTACTS = Object.fromEntries(NAMES.map((name) => [name, name + SUFFIX])) as Contacts;

/** Contacts that follow from the storage hosts entered in the console, and replace those from the environment. */
export type EnteredHosts = Partial<Pick<Contacts, 'fuzzyServers' | 'fuzzyBulkServers' | 'fuzzyDomain'>>;

/** server/ reads the hosts, and Next's bundle renders pages with them. */
const shared = processState<{ hosts: EnteredHosts }>('entered hosts');

/**
 * The operator's hosts and addresses, with the storage hosts that this process last read from the database; during a
 * build, placeholders that `withSettings` replaces in served pages.
 */
export const contacts = (): Contacts => (isBuilding() ? BUILD_CONTACTS : { ...contactsOf(env()), ...shared.hosts });

/** Replaces the entered hosts of this process. Returns false if they are the same as before. */
export function setEnteredHosts(hosts: EnteredHosts): boolean {
  if (JSON.stringify(hosts) === JSON.stringify(shared.hosts ?? {})) return false;
  shared.hosts = hosts;
  return true;
}
