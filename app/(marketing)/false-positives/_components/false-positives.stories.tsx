import type { FiguresView } from '#lib/hash-reports/views.ts';
import { FalsePositives } from './false-positives.tsx';

export default { title: 'marketing/False positives' };

const DAY_MS = 86_400_000;
const LAST = Date.parse('2026-11-29');
const dayOf = (n: number): FiguresView['days'][number] => {
  const reports = n % 7 > 4 ? 0 : (n * 5) % 9;
  const removed = Math.floor(reports * 0.6);
  return {
    date: new Date(LAST - (89 - n) * DAY_MS).toISOString().slice(0, 10),
    ...{ reports, answered: reports, removed, median_seconds: reports ? 2400 : null },
  };
};
const days = Array.from({ length: 90 }, (_, n) => dayOf(n));
const sum = (of: 'reports' | 'removed') => days.reduce((total, day) => total + day[of], 0);
const SAMPLE_FIGURES: FiguresView = {
  ...{ from: '2026-09-01', to: '2026-11-29', reports: sum('reports'), answered: sum('reports') - 4 },
  ...{ median_seconds: 2520, removed: sum('removed'), share_removed: 0.618, days },
};
const NO_FIGURES: FiguresView = {
  ...{ from: '2026-09-01', to: '2026-11-29', reports: 0, answered: 0, removed: 0 },
  ...{ median_seconds: null, share_removed: null },
  days: days.map(({ date }) => ({ date, reports: 0, answered: 0, removed: 0, median_seconds: null })),
};

export const Full = () => <FalsePositives figures={SAMPLE_FIGURES} />;
export const FewReports = () => (
  <FalsePositives
    figures={{
      ...{ ...NO_FIGURES, reports: 1, answered: 1, removed: 1, median_seconds: 45, share_removed: 1 },
      days: NO_FIGURES.days.map((day, n) => (n === 88 ? { ...day, reports: 1, answered: 1, removed: 1 } : day)),
    }}
  />
);
export const NoReports = () => <FalsePositives figures={NO_FIGURES} />;
export const Unavailable = () => <FalsePositives figures={null} />;
