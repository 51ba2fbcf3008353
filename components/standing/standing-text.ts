import { exactNumber } from '#components/ui/data/number-text.ts';
import { NEAR_PERCENT } from '#lib/base/promises.ts';
import { HOUR } from '#lib/base/time.ts';
import type { StandingView } from '#lib/standing/views.ts';

/** `76,612 of 60,000 requests in 24 hours (127%)` */
export function shareText({ last_day: last, limit: { daily } }: StandingView): string {
  const used = last?.requests ?? 0;
  const share = daily ? ` (${Math.floor((100 * used) / daily)}%)` : '';
  return `${exactNumber(used)} of ${exactNumber(daily ?? 0)} requests in 24 hours${share}`;
}

/** How near the limit is, or that it will be reached although much of it is left. */
export function nearText(standing: StandingView): string {
  const {
    last_day: last,
    limit: { daily },
  } = standing;
  const isNear = daily !== null && (last?.requests ?? 0) * 100 >= daily * NEAR_PERCENT;
  return `${isNear ? 'You are near your daily limit' : 'You are heading for your daily limit'}: ${shareText(standing)}.`;
}

/** When the limit is reached if usage continues to grow as it did from yesterday to today. */
export function forecastText({ reaches_limit_at: at }: StandingView): string {
  return at === null
    ? 'At today’s pace you stay below it. Above it, requests may be refused.'
    : `At today’s pace you reach it at about ${at.slice(11, 13)}:${at.slice(14, 16)} UTC. After that, requests may be refused.`;
}

/** `No requests for 31 hours.` */
export function silenceText({ last_request_at: at }: StandingView, now: number): string {
  const hours = at === null ? 0 : Math.floor((now - Date.parse(at)) / HOUR);
  return hours < 48 ? `No requests for ${hours} hours.` : `No requests for ${Math.floor(hours / 24)} days.`;
}

/** How many requests matched a known hash in the last 24 hours, compared with the day before. */
export function hitRateText({ last_day: last, day_before: before }: StandingView): string {
  if (!last?.checked) return 'No requests in the last 24 hours.';
  const rate = percent(last);
  const change = before?.checked ? ` The day before it was ${percent(before)}.` : '';
  return `${rate} of the ${exactNumber(last.checked)} requests in the last 24 hours matched a known hash.${change}`;
}

const percent = ({ hits, checked }: { hits: number; checked: number }) => `${Math.round((100 * hits) / checked)}%`;
