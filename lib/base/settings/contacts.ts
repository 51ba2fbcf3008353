import { processState } from '#lib/base/process-state.ts';
import { env, isBuilding } from './env.ts';
import { contactsOf } from './site-environment.ts';
import type { Contacts } from './site.ts';

/** What the pages of a build contain, which are never served. */
const BUILD_CONTACTS: Contacts = {
  ...{ supportMail: 'x@build.invalid', securityMail: 'x@build.invalid', salesUrl: 'https://build.invalid' },
  ...{ fuzzyServers: 'build.invalid:11335', fuzzyBulkServers: 'build.invalid:11335', fuzzyDomain: 'build.invalid' },
  ...{ repositoryHost: 'build.invalid', sellerName: 'build.invalid', seller: 'build.invalid' },
  ...{ ukVatPercent: 0, withdrawalRefund: 'all', auditOriginDays: 400, logDays: 30 },
  hasSla: false,
};

/** Contacts that follow from the storage hosts entered in the console, and replace those from the environment. */
export type EnteredHosts = Partial<Pick<Contacts, 'fuzzyServers' | 'fuzzyBulkServers' | 'fuzzyDomain'>>;

/** server/ reads the hosts, and Next's bundle renders pages with them. */
const shared = processState<{ hosts: EnteredHosts }>('entered hosts');

/** The operator's hosts and addresses, with the storage hosts that this process last read from the database. */
export const contacts = (): Contacts => (isBuilding() ? BUILD_CONTACTS : { ...contactsOf(env()), ...shared.hosts });

/** Replaces the entered hosts of this process. Returns false if they are the same as before. */
export function setEnteredHosts(hosts: EnteredHosts): boolean {
  if (JSON.stringify(hosts) === JSON.stringify(shared.hosts ?? {})) return false;
  shared.hosts = hosts;
  return true;
}
