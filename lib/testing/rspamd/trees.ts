import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Platform } from '#lib/guides/schema.ts';

type File = { path: string; content: string };
/** Where a platform puts the files of a guide (`place`), and which files it has there itself (`own`). */
type Layout = { own: Record<string, string>; place: (file: File) => Record<string, string> };

/** A stand-in for the fuzzy rule that a platform ships for its own local storage. */
const platformRule = (name: string, symbol: string, { isReadOnly = false } = {}) => `rule "${name}" {
  servers = "127.0.0.1:11445";
  read_only = ${isReadOnly ? 'yes' : 'no'};
  algorithm = "mumhash";
  symbol = "${symbol}_UNKNOWN";
  skip_unknown = yes;
  fuzzy_map = {
    ${symbol} { max_score = 10.0; flag = 11; }
  }
}
`;
const platformWeights = (...symbols: string[]) =>
  `symbols = {\n${symbols.map((symbol) => `  "${symbol}" { weight = 7.0; }\n  "${symbol}_UNKNOWN" { weight = 0.1; }\n`).join('')}}\n`;

const sameName =
  (folder: string) =>
  ({ path: file, content }: File) => ({ [`${folder}/${path.basename(file)}`]: content });
const local: Layout = { own: {}, place: sameName('local.d') };
const override: Layout = { own: {}, place: sameName('override.d') };

/** The layout of Rspamd's local configuration on each platform (docs/setup-platforms.md). */
const LAYOUTS: Readonly<Record<Platform, Layout>> = {
  debian: local,
  el: local,
  freebsd: local,
  'other-filter': local,
  mailcow: {
    ...override,
    own: {
      'local.d/fuzzy_check.conf':
        platformRule('local', 'LOCAL_FUZZY_DENIED') +
        platformRule('mailcow', 'MAILCOW_FUZZY_DENIED', { isReadOnly: true }),
      'local.d/fuzzy_group.conf': platformWeights('LOCAL_FUZZY_DENIED', 'MAILCOW_FUZZY_DENIED'),
    },
  },
  'docker-mailserver': override,
  nethserver: override,
  mailu: {
    own: {
      'local.d/fuzzy_check.conf': `${platformRule('local', 'LOCAL_FUZZY_DENIED')}
.include(try=true,priority=1,duplicate=merge) "$LOCAL_CONFDIR/overrides/fuzzy_check.conf"
`,
      'local.d/metrics.conf': `group "fuzzy" {
  symbol "LOCAL_FUZZY_DENIED" { weight = 12.0; }
  symbol "LOCAL_FUZZY_DENIED_UNKNOWN" { weight = 5.0; }
}
.include(try=true,priority=1,duplicate=merge) "$LOCAL_CONFDIR/overrides/metrics.conf"
`,
    },
    // Mailu's own files include their overrides, which the container sees as /overrides; it copies others into local.d.
    place: ({ path: file, content }) => ({
      [`${/\/(fuzzy_check|metrics)\.conf$|\.inc$/.test(file) ? 'overrides' : 'local.d'}/${path.basename(file)}`]:
        content.replaceAll('"/overrides/', '"$LOCAL_CONFDIR/overrides/'),
    }),
  },
  nixos: {
    own: {},
    place: ({ path: file, content }) =>
      file.endsWith('.nix')
        ? Object.fromEntries(
            Object.entries(nixTexts(content)).map(([name, text]) => [
              name,
              text.replaceAll('/etc/rspamd-premium', '$LOCAL_CONFDIR/outside'),
            ]),
          )
        : { [`outside/${path.basename(file)}`]: content },
  },
  ansible: {
    own: {},
    place: ({ path: file, content }) => {
      const name = path.basename(file, '.inc.j2');
      const including = { rspamd_premium_rules: 'fuzzy_check', rspamd_premium_weights: 'fuzzy_group' }[name];
      if (including === undefined) return {};
      const line = `.include(try=true; priority=1; duplicate=merge) "$LOCAL_CONFDIR/local.d/${name}.inc"\n`;
      return { [`local.d/${name}.inc`]: content, [`local.d/${including}.conf`]: line };
    },
  },
};

/** The files that a NixOS module has as texts: `local.d/NAME` for locals, `override.d/NAME` for overrides. */
export const nixTexts = (module: string): Record<string, string> =>
  Object.fromEntries(
    [...module.matchAll(/(locals|overrides)\."([\w.]+)"\.text = (?:lib\.mkAfter )?''\n([^]*?)\n {2}'';/g)].map(
      ([, kind, name = '', text = '']) => [`${kind === 'locals' ? 'local.d' : 'override.d'}/${name}`, `${text}\n`],
    ),
  );

type Section = Record<string, unknown>;
/** The names of the rules and weighted symbols in these sections of Rspamd's configuration. */
export function fuzzyNames(sections: { fuzzy_check: Section; group: Section; metric: Section }): string[] {
  const { rule } = sections.fuzzy_check as { rule: object };
  const { fuzzy } = sections.group as { fuzzy: { symbols: object } };
  const { group } = sections.metric as { group?: { fuzzy: { symbol: object } } };
  return [...new Set([rule, fuzzy.symbols, group?.fuzzy.symbol ?? {}].flatMap((each) => Object.keys(each)))];
}

/** The servers in stock Rspamd's rule; since Rspamd 4.1 an SRV service. */
const PUBLIC_SERVERS = /fuzzy\d\.rspamd\.com:11335|service=fuzzy\+rspamd\.com/g;

/**
 * Lays out a platform's configuration in `root`, with the files of a guide: stock Rspamd in `stock`, whose own servers
 * are replaced by 127.0.0.1, and the platform's folder in `local`.
 */
export function layOut(root: string, id: Platform, files: readonly File[], stockOf = '/etc/rspamd'): void {
  const layout = LAYOUTS[id];
  const [stock, folder] = [path.join(root, 'stock'), path.join(root, 'local')];
  cpSync(stockOf, stock, { recursive: true });
  const module = path.join(stock, 'modules.d/fuzzy_check.conf');
  writeFileSync(module, readFileSync(module, 'utf8').replaceAll(PUBLIC_SERVERS, '127.0.0.1:11335'));
  const all = [layout.own, ...files.map((file) => layout.place(file))];
  for (const [name, content] of all.flatMap((entry) => Object.entries(entry))) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
}
