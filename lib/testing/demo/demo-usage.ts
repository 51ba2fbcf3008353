import { DAY, HOUR, MINUTE } from '#lib/base/time.ts';
import type { UsageSample } from '#lib/testing/factories.ts';
import { seeded } from '#lib/testing/random.ts';

const BUCKET_MS = 10 * MINUTE;
const HISTORY_MS = 30 * DAY;

/**
 * Usage to generate. `lastDay` is roughly checked + errors of the last 24 hours; `until` ends the reports early; the
 * requests stopped `quietHours` ago; `growth` is the share of `lastDay` gained in the month.
 */
export type DemoUsage = { name: string; lastDay: number; until: Date | null; gaps: readonly DemoGap[] } & DemoShape;
export type DemoShape = {
  growth?: number | undefined;
  isSteady?: boolean | undefined;
  quietHours?: number | undefined;
};
/** A period without reports. */
export type DemoGap = { startsAgoMs: number; lastsMs: number };

/**
 * 30 days with a daily and weekly rhythm, up to the current 10 minutes. The same name and time always give the same
 * samples.
 */
export function demoSamples({ name, lastDay, until, gaps, ...shape }: DemoUsage, now: Date): UsageSample[] {
  const { growth = 0, isSteady = false, quietHours = 0 } = shape;
  const random = randomNumbers(name);
  const hitShare = 0.06 + 0.25 * random();
  const running = Math.floor(now.getTime() / BUCKET_MS) * BUCKET_MS;
  const buckets: { time: number; weight: number }[] = [];
  for (let time = running - HISTORY_MS + BUCKET_MS; time <= running; time += BUCKET_MS)
    buckets.push({
      time,
      weight: rhythm(time, isSteady) * (1 - (growth * (running - time)) / HISTORY_MS) * (0.75 + 0.5 * random()),
    });
  const lastDayWeight = buckets.slice(-DAY / BUCKET_MS).reduce((sum, { weight }) => sum + weight, 0);

  return buckets.flatMap(({ time, weight }) => {
    const checked = Math.floor((lastDay * weight) / lastDayWeight + random());
    const hits = Math.min(checked, Math.floor(checked * hitShare * (0.6 + 0.8 * random()) + random()));
    const errors = random() < 0.02 ? Math.ceil(checked * 0.02 * random()) : 0;
    const isQuiet = time > running - quietHours * HOUR;
    const isMissing = gaps.some(({ startsAgoMs, lastsMs }) => {
      const start = running - startsAgoMs;
      return time >= start && time < start + lastsMs;
    });
    if (isMissing || (until && time >= until.getTime())) return [];
    return [{ bucket: new Date(time), ...(isQuiet ? { checked: 0, hits: 0, errors: 0 } : { checked, hits, errors }) }];
  });
}

/** Office mail: most at 14:00 UTC, least at 02:00, and about half at weekends unless `isSteady`. */
function rhythm(time: number, isSteady: boolean): number {
  const hour = (time % DAY) / HOUR;
  const weekday = new Date(time).getUTCDay();
  return (
    (0.3 + 0.35 * (1 - Math.cos((2 * Math.PI * (hour - 2)) / 24))) *
    (!isSteady && (weekday === 0 || weekday === 6) ? 0.55 : 1)
  );
}

/** Pseudo-random numbers in [0, 1), seeded with the FNV-1a hash of a text. */
function randomNumbers(text: string): () => number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return seeded(hash);
}
