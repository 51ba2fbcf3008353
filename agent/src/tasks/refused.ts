import { isIP } from 'node:net';
import { isObject } from '../system/json.ts';
import { isOfServer } from '../usage/addresses.ts';
import { countsOf, ZERO } from '../usage/counts.ts';
import { KEY_ID } from '../usage/statistics.ts';

/** What Rspamd counts in `errors_ips`: datagrams that are no request, or that no key decrypts. */
export function failuresOf(address: Buffer, workers: Record<string, unknown>[]): number {
  const all = workers.flatMap(({ errors_ips: ips }) => Object.entries(isObject(ips) ? ips : {}));
  return all.filter(([ip]) => isIP(ip) && isOfServer(ip, address)).reduce((sum, [, count]) => sum + numberOf(count), 0);
}

/**
 * Requests in the clear, which Rspamd refuses: those without a match that a worker counted and none of its keys did.
 * Rspamd does not count them by address, so this sum is all that a host can tell. Pings are not in it, because they
 * count as matches.
 */
export function unkeyedOf(workers: Record<string, unknown>[]): number {
  const inAll = (name: string) =>
    workers.flatMap(({ [name]: epochs }): unknown[] => (Array.isArray(epochs) ? epochs : []));
  const keys = workers.flatMap((worker) => Object.entries(isObject(worker.keys) ? worker.keys : {}));
  const ofKeys = keys.filter(([id]) => KEY_ID.test(id)).map(([, key]) => countsOf(key) ?? ZERO);
  const missed = ofKeys.reduce((sum, [checked, hits, errors]) => sum + checked - hits + errors, 0);
  return Math.max(0, sumIn(inAll('fuzzy_checked')) - sumIn(inAll('fuzzy_found')) - missed);
}

const sumIn = (values: unknown[]) => values.reduce<number>((total, value) => total + numberOf(value), 0);
const numberOf = (value: unknown) => (Number.isSafeInteger(value) ? Number(value) : 0);
