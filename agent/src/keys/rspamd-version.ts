import { Failure } from '../system/failure.ts';

export type RspamdVersion = [major: number, minor: number, patch: number];

/** The first version with `dynamic_keys_map`. */
const READS_MAP: RspamdVersion = [3, 8, 2];
/** The first version with `allowed_ops`. */
const KNOWS_SUSPENDED: RspamdVersion = [3, 11, 1];
/** The first version whose control socket says what is stored under a digest. */
const CAN_INSPECT: RspamdVersion = [4, 1, 3];

export function parseVersion(text: string): RspamdVersion {
  const found = /(\d+)\.(\d+)(?:\.(\d+))?/.exec(text);
  if (!found) throw new Failure("Rspamd's version cannot be read");
  return [Number(found[1]), Number(found[2]), Number(found[3] ?? 0)];
}

export const readsMap = (version: RspamdVersion): boolean => isAtLeast(version, READS_MAP);
export const knowsSuspended = (version: RspamdVersion): boolean => isAtLeast(version, KNOWS_SUSPENDED);
export const canInspect = (version: RspamdVersion): boolean => isAtLeast(version, CAN_INSPECT);

function isAtLeast(version: RspamdVersion, wanted: RspamdVersion): boolean {
  const index = version.findIndex((part, at) => part !== wanted[at]);
  return index < 0 || (version[index] ?? 0) > (wanted[index] ?? 0);
}
