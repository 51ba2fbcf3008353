/** Progress of a run by step, with the time left, estimated from the last run of the same steps. */
export type Span = { from: number; to: number };
/** Seconds from the start of the run, by step. */
export type Timeline = Readonly<Record<string, Span>>;

/**
 * The seconds until the end of a run, estimated from the last one: for each running step, the last run's time from the
 * step's start to the end of the run, minus the step's time so far. Null if the last run had no running step.
 */
export function secondsLeft(past: Timeline, running: ReadonlyMap<string, number>, now: number): number | null {
  const total = Math.max(0, ...Object.values(past).map(({ to }) => to));
  const estimates = [...running].flatMap(([name, from]) => {
    const span = past[name];
    if (!span) return [];
    return [Math.max(total - span.from - (now - from), total - span.to)];
  });
  return estimates.length ? Math.max(...estimates) : null;
}

/** "2 min 05 s", "40 s". */
export function inWords(seconds: number): string {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`;
}

/**
 * Prints each step when it ends, and every 15 seconds the running steps, their durations and the estimated time left.
 */
export function createProgress(past: Timeline, say: (text: string) => void = console.log) {
  const startedAt = performance.now();
  const now = () => (performance.now() - startedAt) / 1000;
  const running = new Map<string, number>();
  const spans: Record<string, Span> = {};
  const tell = setInterval(() => {
    const steps = [...running].map(([name, from]) => {
      const span = past[name];
      return `${name} ${inWords(now() - from)}${span ? ` of ${inWords(span.to - span.from)}` : ''}`;
    });
    const left = secondsLeft(past, running, now());
    if (steps.length) say(`  … ${steps.join(', ')}${left === null ? '' : `; about ${inWords(left)} left`}`);
  }, 15_000).unref();
  return {
    now,
    spans: spans as Timeline,
    async step<T extends { code: number }>(name: string, work: () => Promise<T>): Promise<T> {
      const from = now();
      running.set(name, from);
      try {
        const result = await work();
        say(`${result.code ? '✗' : '✓'} ${name} (${inWords(now() - from)})`);
        return result;
      } finally {
        running.delete(name);
        spans[name] = { from, to: now() };
      }
    },
    stop: () => clearInterval(tell),
  };
}
