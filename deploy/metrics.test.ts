import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Histogram } from 'prom-client';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { metrics } from '#server/metrics/metrics.ts';
import '#server/metrics/operation-metrics.ts';

const read = (file: string) => readFileSync(path.join(import.meta.dirname, file), 'utf8');
type Rule = { alert: string; expr: string; labels: { severity: string }; annotations: { summary: string } };
const { groups } = parse(read('prometheus/alerts.yml')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
type Target = { expr: string; legendFormat: string };
type Panel = { title: string; type: string; targets?: Target[] };
const dashboard = JSON.parse(read('grafana/rspamd-premium.json')) as {
  panels: Panel[];
  annotations: { list: { expr: string; textFormat: string }[] };
};
const queries = [
  ...rules.map(({ alert, expr, annotations }) => ({ place: alert, expr, text: annotations.summary })),
  ...dashboard.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr, legendFormat }) => ({ place: title, expr, text: legendFormat })),
  ),
];

/** Labels that Prometheus adds to every scraped series. */
const SCRAPED = ['job', 'instance'];
/** The labels of each series: the app's, and two of Prometheus itself. */
const known = new Map<string, readonly string[]>([
  ['up', SCRAPED],
  ['ALERTS', ['alertname', 'alertstate']],
]);
for (const metric of metrics.getMetricsAsArray()) {
  const { name, labelNames } = metric as unknown as { name: string; labelNames: string[] };
  const labels = [...SCRAPED, ...labelNames];
  for (const suffix of metric instanceof Histogram ? ['_bucket', '_sum', '_count'] : [''])
    known.set(name + suffix, suffix === '_bucket' ? [...labels, 'le'] : labels);
}

const WORDS = new Set(['and', 'or', 'unless', 'by', 'without', 'on', 'ignoring', 'offset', 'bool']);
type Selector = { name: string; matchers: string[] };

/** The series that a PromQL expression reads, with the labels it compares, and the labels it groups by. */
function readExpression(expr: string): { selectors: Selector[]; grouped: string[] } {
  const grouped: string[] = [];
  const rest = expr
    .replaceAll(/\bby\s*\(([^)]*)\)/g, (_clause, names: string) => {
      grouped.push(...names.split(',').map((each) => each.trim()));
      return '';
    })
    .replaceAll(/\[\w+\]/g, '');
  const selectors = [...rest.matchAll(/([a-zA-Z_]\w*)(?!\w)(?!\s*\()(?:\{([^}]*)\})?/g)].flatMap(
    ([, name = '', inner = '']) =>
      WORDS.has(name) ? [] : [{ name, matchers: [...inner.matchAll(/(\w+)\s*[=!]/g)].map(([, label = '']) => label) }],
  );
  return { selectors, grouped };
}

test('reads the series and labels of a PromQL expression', () => {
  expect(
    readExpression('sum by (kind, le) (rate(a_bucket{job="x",kind!="b"}[5m])) / sum(up) or vector(0) > 1'),
  ).toEqual({
    selectors: [
      { name: 'a_bucket', matchers: ['job', 'kind'] },
      { name: 'up', matchers: [] },
    ],
    grouped: ['kind', 'le'],
  });
});

test.each(queries)('$place reads only metrics that the web process exports, with their labels', ({ expr, text }) => {
  const { selectors, grouped } = readExpression(expr);
  expect(selectors).not.toEqual([]);
  for (const { name, matchers } of selectors) {
    const labels = known.get(name);
    expect(labels, name).toBeDefined();
    expect(matchers).toContain('job'); // other scraped processes may export metrics with the same names
    for (const label of [...matchers, ...grouped]) expect(labels).toContain(label);
    const left = grouped.length ? grouped : (labels ?? []);
    for (const [, label] of text.matchAll(/\{\{ ?(?:\$labels\.)?([a-z]\w*) ?\}\}/g)) expect(left).toContain(label);
  }
  expect(expr).toContain('job="rspamd-premium"');
});

test('compares the label `kind` only with values that the web process reports', () => {
  const [, oauth, isStatic, app] = /kind: '(\w+)' \| '(\w+)' \| '(\w+)';/.exec(read('../server/choose.ts')) ?? [];
  const compared = queries.flatMap(({ expr }) => [...expr.matchAll(/\bkind!?=~?"([^"]*)"/g)].map(([, kind]) => kind));
  expect(compared).not.toEqual([]);
  for (const kind of compared) expect([oauth, isStatic, app]).toContain(kind);
});

test('shows every metric that the app adds to the default ones', () => {
  const shown = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join('\n');
  for (const name of ['http_request_duration_seconds_bucket', 'http_requests_refused_total']) {
    expect(known.has(name)).toBe(true);
    expect(shown).toContain(name);
  }
  for (const { title, type, targets = [] } of dashboard.panels) expect(targets.length > 0, title).toBe(type !== 'row');
});

test('marks every alert in the dashboard', () => {
  const [marks] = dashboard.annotations.list;
  const names = /alertname=~"([^"]*)"/.exec(marks?.expr ?? '')?.[1]?.split('|');
  expect(names).toEqual(rules.map(({ alert }) => alert));
});

test.each(rules)('$alert is tested, has a severity, and docs/operations.md says what to do', ({ alert, labels }) => {
  type Case = { alertname: string; exp_alerts: unknown[] };
  const { tests } = parse(read('prometheus/alerts.test.yml')) as { tests: { alert_rule_test: Case[] }[] };
  const cases = tests.flatMap((each) => each.alert_rule_test).filter(({ alertname }) => alertname === alert);
  expect(new Set(cases.map(({ exp_alerts }) => exp_alerts.length > 0))).toEqual(new Set([true, false]));
  expect(['critical', 'warning']).toContain(labels.severity);
  expect(read('../docs/operations.md')).toMatch(new RegExp(`^\\| \`${alert}\` +\\|`, 'm'));
});

test('the scrape job of a host reads every web process behind nginx, under the name that rules and dashboard expect', () => {
  const [, text = ''] = /```yaml\n(scrape_configs:[^]*?)```/.exec(read('../docs/operations.md')) ?? [];
  type Scraping = {
    scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[];
    rule_files: string[];
  };
  const { scrape_configs, rule_files } = parse(text) as Scraping;
  const ports = [...read('systemd/nginx.conf').matchAll(/server 127\.0\.0\.1:(\d+) /g)].map(([, port]) => Number(port));
  expect(ports).toHaveLength(2);
  expect(scrape_configs.map(({ job_name }) => job_name)).toEqual(['rspamd-premium']);
  expect(scrape_configs[0]?.static_configs.flatMap(({ targets }) => targets)).toEqual(
    ports.map((port) => `127.0.0.1:${port + 1000}`), // METRICS_PORT
  );
  expect(rule_files).toEqual(['/opt/rspamd-premium/current/deploy/prometheus/alerts.yml']);
  for (const { expr } of queries)
    for (const [, job] of expr.matchAll(/job="([^"]*)"/g)) expect(job).toBe('rspamd-premium');
});
