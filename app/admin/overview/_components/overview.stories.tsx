import { StubScreen } from '#components/stories/stub-screen.tsx';
import type { Overview } from '#lib/admin/overview.ts';
import type { RevenueFigure } from '#lib/billing/revenue/views.ts';
import { MovementsTable } from './movements-table.tsx';
import { OverviewCharts } from './overview-charts.tsx';
import { OverviewFigures } from './overview-figures.tsx';

export default { title: 'admin/Overview' };

const PERIOD = { from: '2026-11-01', to: '2026-11-23' };
const figure = (name: RevenueFigure['name'], monthly: number, customers: number): RevenueFigure => ({
  name,
  definition: `What ${name} means.`,
  rows: { currency: 'gbp', kind: name, ...PERIOD },
  yearly_pence: monthly * 12,
  monthly_pence: monthly,
  customers,
  share: null,
});
const share = (name: RevenueFigure['name'], value: number): RevenueFigure => ({
  ...figure(name, 0, 0),
  ...{ yearly_pence: null, monthly_pence: null, customers: null, share: value },
});

const wave = (index: number, top: number) => Math.round(top * (0.6 + 0.4 * Math.sin(index / 2.2)));
const months = (scale: number): Overview['months'] => {
  let mrrPence = 40_000 * scale;
  return Array.from({ length: 12 }, (_, index) => {
    const movements = {
      new: wave(index, 9000 * scale),
      expansion: wave(index + 3, 2500 * scale),
      contraction: -wave(index, 900 * scale),
      churn: -wave(index + 5, 3500 * scale),
      reactivation: index % 4 ? 0 : 700 * scale,
    };
    mrrPence += Object.values(movements).reduce((sum, pence) => sum + pence, 0);
    return { start: new Date(Date.UTC(2025, 11 + index)).toISOString(), mrrPence, movements };
  });
};
const hosts = (scale: number): Overview['hosts'] => ({
  starts: Array.from({ length: 24 }, (_, hour) => new Date(Date.UTC(2026, 10, 22, 13 + hour)).toISOString()),
  hosts: (scale ? ['fuzzy1', 'fuzzy2'] : []).map((name, host) => ({
    name,
    hours: Array.from({ length: 24 }, (_, hour) => {
      const checked = wave(hour + host * 3, 90_000 * scale);
      return host && hour > 17 ? null : { checked, hits: Math.round(checked * (0.3 + host / 20)), errors: hour * 9 };
    }),
  })),
});
const signUps = (scale: number): Overview['signUps'] =>
  Array.from({ length: 30 }, (_, day) => {
    const count = Math.round(wave(day, 9) * scale);
    const start = new Date(Date.UTC(2026, 9, 25 + day)).toISOString();
    return { start, signUps: count, verified: Math.round(count * 0.8) };
  });

const QUIET: Overview = {
  ...PERIOD,
  currency: 'gbp',
  figures: [
    figure('mrr_start', 0, 0),
    ...(['new', 'expansion', 'contraction', 'churn', 'reactivation'] as const).map((name) => figure(name, 0, 0)),
    figure('mrr_end', 0, 0),
    share('customer_churn', 0),
    share('revenue_churn', 0),
  ],
  months: months(0),
  hosts: hosts(0),
  signUps: signUps(0),
  operation: {
    workers: [{ version: '1.0.0', commit: null, seen_s: 4 }],
    queues: [],
    mail: { sent: 0, failed: 0, refused: 0, refused_lately: 0 },
    backup_s: 3600 * 9,
    is_archive_failing: false,
  },
  needsBackup: true,
  refusals: [],
};

export const Empty = () => (
  <StubScreen answers={{}}>
    <div className="space-y-10 p-4">
      <OverviewCharts {...QUIET} />
      <OverviewFigures overview={QUIET} />
    </div>
  </StubScreen>
);

export const Full = () => (
  <StubScreen answers={{}}>
    <div className="space-y-10 p-4">
      <OverviewCharts {...QUIET} months={months(1)} hosts={hosts(1)} signUps={signUps(1)} />
      <OverviewFigures
        overview={{
          ...QUIET,
          figures: [
            figure('mrr_start', 100_000, 40),
            figure('new', 7500, 3),
            figure('expansion', 2500, 0),
            figure('contraction', -500, 0),
            figure('churn', -5000, -2),
            figure('reactivation', 0, 0),
            figure('mrr_end', 104_500, 41),
            share('customer_churn', 0.05),
            share('revenue_churn', 0.0554),
          ],
          operation: {
            workers: [{ version: '1.0.0', commit: null, seen_s: 420 }],
            queues: [{ name: 'mail.send', waiting: 12, running: 0, failing: 3, gave_up: 1, oldest_s: 400 }],
            mail: { sent: 90, failed: 14, refused: 5, refused_lately: 2 },
            backup_s: 3600 * 50,
            is_archive_failing: true,
          },
          refusals: ['stripe_unreachable'],
        }}
      />
    </div>
  </StubScreen>
);

const MOVEMENT = {
  id: 2,
  at: '2026-11-20T10:00:00.000Z',
  kind: 'churn',
  cause: 'cancellation_requested',
  yearly_pence: -30_000,
  currency: 'gbp',
  stripe_subscription_id: 'sub_1',
  user_id: '00000000-0000-7000-8000-000000000001',
  email: 'gone@example.com',
  stripe_url: null,
};

export const Movements = () => (
  <StubScreen answers={{}}>
    <MovementsTable
      list={{
        movements: [
          MOVEMENT,
          { ...MOVEMENT, id: 1, kind: 'new', cause: 'purchase', yearly_pence: 30_000, email: null },
          { ...MOVEMENT, id: 0, kind: 'expansion', cause: 'plan and interval', yearly_pence: 30_000 },
        ],
        total: 27,
        total_is_capped: false,
        next_cursor: 'next',
      }}
      query={{ from: '2026-11-01', cursor: 'this' }}
    />
  </StubScreen>
);

export const NoMovements = () => (
  <StubScreen answers={{}}>
    <MovementsTable list={{ movements: [], total: 0, total_is_capped: false, next_cursor: null }} query={{}} />
  </StubScreen>
);
