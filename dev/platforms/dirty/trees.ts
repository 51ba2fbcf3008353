import type { Platform } from '#lib/guides/schema.ts';

/** The owner's own rule and weights, as one meets them on mail servers. */
export const OWN_RULE = `# rules of the owner
rule "local" {
  algorithm = "mumhash"; servers = "127.0.0.1:11445"; symbol = "OWN_UNKNOWN"; read_only = no; skip_unknown = yes;
  fuzzy_map = { OWN_DENIED { max_score = 10.0; flag = 11; } OWN_SPAM { max_score = 5.0; flag = 8; } }
}`;
export const OWN_WEIGHTS =
  'symbols = { "OWN_DENIED" { weight = 7.0; } "OWN_SPAM" { weight = 3.0; } "OWN_UNKNOWN" { weight = 0.1; } }';
const IN_METRICS = OWN_WEIGHTS.replace('symbols = {', 'group "fuzzy" {').replaceAll(/"OWN/g, 'symbol "OWN');

/** A file that the owner has, or why the owner of this platform cannot have one. */
export type OwnFiles = {
  rules: string;
  weights: string;
  files: (rules: string, weights: string) => Record<string, string>;
};
type Place = OwnFiles | { impossible: string };

const inFolder = (folder: string): OwnFiles => {
  const [rules, weights] = [`${folder}/fuzzy_check.conf`, `${folder}/fuzzy_group.conf`];
  return { rules, weights, files: (rule, weight) => ({ [rules]: rule, ...(weight && { [weights]: weight }) }) };
};

/** NixOS: the owner's module, which the rebuild writes before ours. */
const inNix = (kind: 'locals' | 'overrides'): OwnFiles => {
  const folder = kind === 'locals' ? 'local.d' : 'override.d';
  const text = (name: string, content: string) =>
    `  services.rspamd.${kind}."${name}".text = ''\n${content.replaceAll(/^/gm, '    ')}\n  '';\n`;
  return {
    rules: `/etc/rspamd/${folder}/fuzzy_check.conf`,
    weights: `/etc/rspamd/${folder}/fuzzy_group.conf`,
    files: (rule, weight) => ({
      '/etc/nixos/own.nix': `{\n${text('fuzzy_check.conf', rule)}${weight && text('fuzzy_group.conf', weight)}}\n`,
    }),
  };
};

const MAILCOW = '/opt/mailcow-dockerized/data/conf/rspamd';
const MAILU: OwnFiles = {
  rules: '/mailu/overrides/rspamd/fuzzy_check.conf',
  weights: '/mailu/overrides/rspamd/metrics.conf',
  files: (rules, weights) => ({
    '/mailu/overrides/rspamd/fuzzy_check.conf': rules,
    ...(weights && { '/mailu/overrides/rspamd/metrics.conf': weights.replace(OWN_WEIGHTS, IN_METRICS) }),
  }),
};
const impossible = (why: string) => ({ impossible: why });

const packaged = (etc: string) => ({ local: inFolder(`${etc}/local.d`), override: inFolder(`${etc}/override.d`) });

/** Where the owner of each platform has own rules: merged with those of others (local), or instead of them (override). */
export const OWNERS: Readonly<Record<Platform, { local: Place; override: Place }>> = {
  debian: packaged('/etc/rspamd'),
  el: packaged('/etc/rspamd'),
  freebsd: packaged('/usr/local/etc/rspamd'),
  mailcow: {
    local: inFolder(`${MAILCOW}/local.d`),
    override: inFolder(`${MAILCOW}/override.d`),
  },
  'docker-mailserver': {
    local: impossible('only override.d is mounted from the host'),
    override: inFolder('docker-data/dms/config/rspamd/override.d'),
  },
  mailu: { local: MAILU, override: impossible('Mailu merges all overrides, like local.d') },
  nethserver: {
    local: impossible('local.d is part of the image'),
    override: inFolder('/etc/rspamd/override.d'),
  },
  nixos: { local: inNix('locals'), override: inNix('overrides') },
  ansible: packaged('/etc/rspamd'),
  'other-filter': packaged('/etc/rspamd'),
};

/** The place that a platform's owner is most likely to use. */
export function usualPlace(platform: Platform): OwnFiles {
  const { local, override } = OWNERS[platform];
  const place = 'impossible' in local ? override : local;
  if ('impossible' in place) throw new Error(`No place for own rules on ${platform}`);
  return place;
}
