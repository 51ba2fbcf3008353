import { execFileSync, spawnSync } from 'node:child_process';
import { isRoot } from '../../tests/apt.ts';

/** What an Rspamd has loaded: the key of each rule, the score of each symbol, and whether its module is on. */
export type Loaded = {
  rules: Record<string, string>;
  scores: Record<string, number>;
  isOn: boolean;
  configtest: string;
};

/** Asks rspamadm, as the user as whom Rspamd reads its configuration, in its own words: nothing here is shared with the guides. */
export function loadedIn(rspamadm: string, user: string): Loaded {
  const as = (args: string[]): [string, string[]] =>
    isRoot() ? ['runuser', ['-u', user, '--', rspamadm, ...args]] : [rspamadm, args];
  const dump = (...args: string[]) => execFileSync(...as(['configdump', ...args]), { encoding: 'utf8', stdio: 'pipe' });
  type Rule = { encryption_key?: string; enabled?: boolean } | object[];
  type Rules = Record<string, Rule>;
  const [check] = dump('-C', 'fuzzy_check')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { rule?: Rules | Rules[] });
  // Rules that were not merged are a list, which Rspamd reads as well.
  const rules = [check?.rule ?? {}]
    .flat()
    .flatMap((each) =>
      Object.entries(each).map(([name, rule]): [string, string] => [
        name,
        Array.isArray(rule) ? 'twice' : rule.enabled === false ? 'off' : (rule.encryption_key ?? ''),
      ]),
    );
  const scores = [...dump('-d').matchAll(/^ {4}(\w+) \{\n\s+score = ([\d.-]+);/gm)].map(
    ([, name = '', score]): [string, number] => [name, Number(score)],
  );
  const { stdout, stderr } = spawnSync(...as(['configtest', '-s']), { encoding: 'utf8' });
  return {
    rules: Object.fromEntries(rules),
    scores: Object.fromEntries(scores),
    isOn: /^Modules enabled:.*\bfuzzy_check\b/m.test(dump('-m')),
    configtest: (stdout + stderr).trim(),
  };
}
