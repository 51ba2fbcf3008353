/** Samples of /metrics, as Prometheus takes them, and the file of promtool's tests that replays them. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '#dev/stack/folders.ts';

/** As in docs/operations.md: how often Prometheus asks. */
export const INTERVAL_S = 15;
const FOLDER = path.join(root, 'deploy/prometheus');
const JOB = 'rspamd-premium';

/** An alert that must fire, or must not, at a number of seconds after the start. */
export type Expected = { at: number; alert: string; fires: boolean; why: string };
type Instance = { name: string; metricsUrl: string };

export function createRecording() {
  const series = new Map<string, (number | null)[]>();
  let ticks = 0;
  const used = metricsOfTheRules();

  const note = (name: string, value: number) => {
    const values = series.get(name) ?? [];
    while (values.length < ticks) values.push(null);
    values[ticks] = value;
    series.set(name, values);
  };

  return {
    get seconds() {
      return ticks * INTERVAL_S;
    },
    /** Asks each instance once. One that does not answer gets `up` 0 and no other sample, as in Prometheus. */
    async sample(instances: readonly Instance[]): Promise<void> {
      const texts = await Promise.all(
        instances.map(async ({ metricsUrl }) =>
          fetch(metricsUrl, { signal: AbortSignal.timeout(10_000) }).then(
            (answer) => answer.text(),
            () => null,
          ),
        ),
      );
      instances.forEach(({ name }, index) => {
        const text = texts[index];
        note(`up{job="${JOB}",instance="${name}"}`, text === null ? 0 : 1);
        for (const line of text?.split('\n') ?? []) {
          const [, metric = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
          if (!used.has(metric)) continue;
          note(`${metric}{job="${JOB}",instance="${name}"${labels && `,${labels}`}}`, Number(value));
        }
      });
      ticks++;
    },
    /** Writes the samples and what must fire. */
    write(expected: readonly Expected[], circumstances: string): void {
      const inputs = [...series].map(([name, values]) => {
        while (values.length < ticks) values.push(null);
        return `      - series: '${name}'\n        values: ${values.map((value) => value ?? '_').join(' ')}`;
      });
      const tests = expected.map(({ at, alert, fires, why }) =>
        [
          `      # ${why}`,
          `      - expr: count(ALERTS{alertname="${alert}",alertstate="firing"})`,
          `        eval_time: ${at}s`,
          fires ? `        exp_samples: [{ labels: '{}', value: 1 }]` : `        exp_samples: []`,
        ].join('\n'),
      );
      const text = [
        `# Written by npm run record:alerts: ${circumstances}. Do not edit.`,
        'rule_files: [alerts.yml]',
        `evaluation_interval: ${INTERVAL_S}s`,
        '',
        'tests:',
        '  - name: A run with faults',
        `    interval: ${INTERVAL_S}s`,
        '    input_series:',
        ...inputs,
        '    promql_expr_test:',
        ...tests,
        '',
      ];
      writeFileSync(path.join(FOLDER, 'recorded.test.yml'), text.join('\n'));
    },
  };
}

/** The metrics that the alert rules name. */
function metricsOfTheRules(): Set<string> {
  const rules = readFileSync(path.join(FOLDER, 'alerts.yml'), 'utf8');
  return new Set([...rules.matchAll(/(\w+)\{job="rspamd-premium"/g)].map(([, name = '']) => name));
}
