import { recordAudit } from '#lib/audit/audit.ts';
import { transaction, type Admin, type Context } from '#lib/base/context.ts';
import { isUniqueViolation, type Db } from '#lib/base/db/db.ts';
import { DomainError } from '#lib/base/errors.ts';
import { holdFreshLogin } from '#lib/base/fresh-login.ts';
import type { EnteredHosts } from '#lib/base/settings/contacts.ts';
import { env } from '#lib/base/settings/env.ts';
import { srvService } from '#lib/fuzzy-keys/setup/client-config.ts';
import { storageServerFields, toStorageServerRow } from './queries.ts';
import { LISTS, type List, type StorageHostInput } from './schema.ts';
import type { StorageServerRow } from './views.ts';

/** How long a resolver may keep the records, in seconds. */
const TTL = 300;
/** All hosts of a list share the requests by weight, so their priority is the same. */
const PRIORITY = 10;

type Entered = { host: string; port: number; lists: readonly string[]; weight: number; isDraining: boolean };

/**
 * Sets the public host of a server, or removes it if the name is empty. Throws `reauthentication_required`, `not_found`
 * and `conflict`.
 */
export async function updateStorageHost(
  ctx: Context<Admin>,
  id: number,
  { host: name, port, lists: given, weight, is_draining }: StorageHostInput,
): Promise<StorageServerRow> {
  const host = name === '' ? null : name;
  const lists = LISTS.filter((list) => given.includes(list));
  try {
    return await transaction(ctx, async (tx) => {
      await holdFreshLogin(tx);
      const [server] = await tx.db.storageServer.updateManyAndReturn({
        where: { id, removedAt: null },
        data: { host, port, lists, weight, isDraining: is_draining },
        select: storageServerFields,
      });
      if (!server) throw new DomainError('not_found', 'This server does not exist.');
      const data = { name: server.name, host, port, lists, weight, is_draining };
      await recordAudit(tx, 'storage_server.host_changed', String(id), data);
      return toStorageServerRow(server);
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const text = 'Another server has this name and port.';
    throw new DomainError('conflict', text, { fields: { host: text } });
  }
}

/** The server settings that follow from the entered hosts. A list without a host keeps its configured setting. */
export async function findEnteredHosts(db: Db): Promise<EnteredHosts> {
  return toEnteredHosts(await listEntered(db), env().FUZZY_SRV_DOMAIN);
}

/**
 * The settings for these hosts. SRV needs a host for both lists: an empty answer would leave a rule without servers.
 */
export function toEnteredHosts(hosts: readonly Entered[], domain: string): EnteredHosts {
  const [premium, bulk] = [hostsOf(hosts, 'premium'), hostsOf(hosts, 'bulk')];
  return {
    ...(premium.length > 0 && { fuzzyServers: asServers(premium) }),
    ...(bulk.length > 0 && { fuzzyBulkServers: asServers(bulk) }),
    ...(premium.length > 0 && bulk.length > 0 && domain !== '' && { fuzzyDomain: domain }),
  };
}

/** The SRV records of all hosts, with absolute names, to be included in any zone. Throws `not_found` without a domain. */
export async function getZoneFile({ db }: Context<Admin>): Promise<string> {
  const domain = env().FUZZY_SRV_DOMAIN;
  if (domain === '') throw new DomainError('not_found', 'The setting FUZZY_SRV_DOMAIN is empty.');
  return toZoneFile(await listEntered(db), domain);
}

/** The SRV records as a zone file. The same hosts always give the same bytes. */
export function toZoneFile(hosts: readonly Entered[], domain: string): string {
  const records = LISTS.flatMap((list) =>
    hostsOf(hosts, list).map(
      ({ host, port, weight }) =>
        `_${srvService(list)}._tcp.${domain}. ${TTL} IN SRV ${PRIORITY} ${weight} ${port} ${host}.\n`,
    ),
  );
  return `; Storage hosts of ${domain}, for Rspamd 4.1.0 and newer\n${records.join('')}`;
}

/** The hosts of a list that are not draining; all of them if all are draining, because a list needs one. */
function hostsOf(hosts: readonly Entered[], list: List): Entered[] {
  const all = hosts.filter(({ lists }) => lists.includes(list));
  const active = all.filter(({ isDraining }) => !isDraining);
  return active.length > 0 ? active : all;
}

/** `host:port`, with a weight only if the weights differ. */
function asServers(hosts: readonly Entered[]): string {
  const isWeighted = new Set(hosts.map(({ weight }) => weight)).size > 1;
  return hosts.map(({ host, port, weight }) => `${host}:${port}${isWeighted ? `:${weight}` : ''}`).join(',');
}

async function listEntered(db: Db): Promise<Entered[]> {
  const rows = await db.storageServer.findMany({
    where: { removedAt: null, host: { not: null } },
    orderBy: [{ host: 'asc' }, { port: 'asc' }],
    select: { host: true, port: true, lists: true, weight: true, isDraining: true },
  });
  return rows.flatMap(({ host, ...rest }) => (host === null ? [] : [{ host, ...rest }]));
}
