/** A metric family as a scraper reads it. `samples` is keyed by labels, such as `{key="ybndrfg8",server="eu1"}`. */
export type MetricFamily = { type: 'counter' | 'gauge'; help: string; samples: Map<string, number> };

const HELP = /^# HELP ([a-z_][a-z0-9_]*) (\S.*)$/;
const TYPE = /^# TYPE ([a-z_][a-z0-9_]*) (counter|gauge)$/;
const LABEL = String.raw`[a-z_][a-z0-9_]*="(?:[^"\\\n]|\\[\\n"])*"`;
const SAMPLE = new RegExp(
  String.raw`^([a-z_][a-z0-9_]*)(\{${LABEL}(?:,${LABEL})*\})? (-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$`,
);

/**
 * Reads Prometheus' text format 0.0.4, more strictly than Prometheus: every family occurs once, with help and type
 * before its samples; every sample occurs once; counters, and only they, end in `_total`. Errors name the line.
 */
export function parsePrometheusText(text: string): Map<string, MetricFamily> {
  if (!text.endsWith('\n')) throw new Error('the last line has no newline');
  const families = new Map<string, MetricFamily>();
  let help: RegExpExecArray | null = null;
  let current: [string, MetricFamily] | null = null;
  for (const line of text.split('\n').filter(Boolean)) {
    const wrong = (what: string) => new Error(`${what}: ${line}`);
    const [type, sample] = [TYPE.exec(line), SAMPLE.exec(line)];
    if (HELP.test(line)) {
      help = HELP.exec(line);
      current = null;
    } else if (type) {
      const name = type[1] ?? '';
      if (help?.[1] !== name) throw wrong('no help before the type');
      if (families.has(name)) throw wrong('a second declaration');
      if ((type[2] === 'counter') !== name.endsWith('_total')) throw wrong('the name does not fit the type');
      current = [name, { type: type[2] as MetricFamily['type'], help: help[2] ?? '', samples: new Map() }];
      families.set(...current);
    } else if (sample) {
      const [, name, labels = '', value] = sample;
      if (!current || current[0] !== name) throw wrong('a sample outside its family');
      if (current[1].samples.has(labels)) throw wrong('a duplicate sample');
      current[1].samples.set(labels, Number(value));
    } else throw wrong('not a valid line');
  }
  return families;
}
