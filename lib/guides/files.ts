import { fuzzyFiles } from '#lib/fuzzy-keys/setup-files.ts';
import type { GuideFile, GuideOptions } from './guide.ts';

/** The first words of every file of a guide. The scripts keep a copy of a file that does not start with them. */
export const MARK = '# Rspamd Premium';

/** A file that starts with the mark. */
export const marked = (path: string, content: string): GuideFile => ({
  path,
  content: `${MARK}: ${path}\n${content.trimEnd()}\n`,
});

/** A file that starts with the mark and contains weights. */
export const weighing = (path: string, content: string): GuideFile => ({ ...marked(path, content), isWeights: true });

/** The contents of `fuzzy_check.conf` and `fuzzy_group.conf`: the rules of the plan, and their weights. */
export function rulesAndWeights({ publicKey, contacts, forbiddenFlags, freeFeed }: GuideOptions): {
  rules: string;
  weights: string;
} {
  const { check, group } = fuzzyFiles(publicKey, contacts, forbiddenFlags);
  const rules = withoutFirstLine(check.content).trimEnd();
  return {
    rules: freeFeed === 'off' ? `${rules}\n${FREE_FEED_OFF}` : rules,
    weights: withoutFirstLine(group.content),
  };
}

/** `fuzzy_check.conf` and `fuzzy_group.conf` in a folder whose files Rspamd merges with its own. */
export function filesIn(folder: string, options: GuideOptions): GuideFile[] {
  const { rules, weights } = rulesAndWeights(options);
  return [marked(`${folder}/fuzzy_check.conf`, rules), weighing(`${folder}/fuzzy_group.conf`, weights)];
}

/**
 * Four files in a folder that becomes `override.d`. A rule there replaces all other rules, so the two files that Rspamd
 * reads only include the other two, with `duplicate=merge` as for `local.d` (docs/setup-platforms.md).
 */
export function overrideFilesIn(folder: string, options: GuideOptions): GuideFile[] {
  const { rules, weights } = rulesAndWeights(options);
  return [
    marked(`${folder}/rspamd_premium_rules.inc`, rules),
    weighing(`${folder}/rspamd_premium_weights.inc`, weights),
    marked(`${folder}/fuzzy_check.conf`, include('$LOCAL_CONFDIR/override.d/rspamd_premium_rules.inc')),
    weighing(`${folder}/fuzzy_group.conf`, include('$LOCAL_CONFDIR/override.d/rspamd_premium_weights.inc')),
  ];
}

/** Reads another file as if it were in `local.d`: `duplicate=merge` keeps the rules that exist. */
export const include = (path: string): string => `.include(try=true; priority=1; duplicate=merge) "${path}"`;

/** Stock Rspamd's own rule. Its other settings stay, so that removing these lines turns it on again. */
const FREE_FEED_OFF = `rule "rspamd.com" {
  enabled = false;
}`;

const withoutFirstLine = (text: string) => text.slice(text.indexOf('\n') + 1);
