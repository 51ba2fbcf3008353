import { fuzzyFiles } from '#lib/fuzzy-keys/setup/setup-files.ts';
import type { GuideFile, GuideOptions, Line } from './guide.ts';

/** The first words of every file that is ours as a whole, and of the marks around our line in other files. */
export const MARK = '# Rspamd Premium';

/** A file that is ours. */
export const marked = (path: string, content: string): GuideFile => ({
  path,
  content: `${MARK}: ${path}, written anew by each run of its guide\n${content.trimEnd()}\n`,
});

/** A file that is ours and contains weights. */
export const weighing = (path: string, content: string): GuideFile => ({ ...marked(path, content), isWeights: true });

/** One line between marks, at the end of a file that may be of others. */
export const lining = (path: string, line: Line): GuideFile => ({
  path,
  content: `${MARK} begins\n${line.text}\n${MARK} ends\n`,
  line,
});

/** Rules and weights of the plan, as two files would hold them. */
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

/** Where the four files of a guide are, on this side and as Rspamd names it. */
type Places = {
  folder: string;
  /** the same folder in Rspamd's configuration */
  named: string;
  /** the folder whose rules replace those of `folder`, if there is one */
  override?: string;
  /** the file of rules, if Rspamd's user alone may read it */
  secret?: Pick<GuideFile, 'mode' | 'group'>;
};

const RULES = 'rspamd_premium_rules.inc';
const WEIGHTS = 'rspamd_premium_weights.inc';

/** Rules and weights in our own files, and the two files of Rspamd that include them, each by one line. */
export function filesIn({ folder, named, override, secret }: Places, options: GuideOptions): GuideFile[] {
  const { rules, weights } = rulesAndWeights(options);
  const line = (file: string, own: string, key: Line['key']): GuideFile =>
    lining(`${folder}/${file}`, {
      text: include(`${named}/${own}`),
      includes: `${folder}/${own}`,
      key,
      ...(override !== undefined && { override: `${override}/${file}` }),
    });
  return [
    { ...marked(`${folder}/${RULES}`, rules), ...secret },
    line('fuzzy_check.conf', RULES, 'rule'),
    weighing(`${folder}/${WEIGHTS}`, weights),
    { ...line('fuzzy_group.conf', WEIGHTS, 'symbols'), isWeights: true },
  ];
}

/** Reads another file as if it were in `local.d`: `duplicate=merge` keeps the rules that exist. */
export const include = (path: string): string => `.include(try=true; priority=1; duplicate=merge) "${path}"`;

/** Stock Rspamd's own rule. Its other settings stay, so that removing these lines turns it on again. */
export const FREE_FEED_OFF = `rule "rspamd.com" {
  enabled = false;
}`;

const withoutFirstLine = (text: string) => text.slice(text.indexOf('\n') + 1);
