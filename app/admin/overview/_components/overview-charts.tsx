'use client';

import { useState, type ReactNode } from 'react';
import { type ChartData, type SeriesLook } from '#components/charts/chart-data.ts';
import { ChartPanel, type ChartView } from '#components/charts/chart-panel.tsx';
import { Tooltip } from '#components/ui/overlays/tooltip.tsx';
import type { Overview } from '#lib/admin/overview.ts';
import { formatMoney } from '#lib/base/text/format.ts';
import { DAY, HOUR } from '#lib/base/time.ts';
import { MOVEMENT_KINDS, type MovementKind } from '#lib/billing/schema.ts';
import { KIND_LABELS } from './kinds.ts';

type Pictures = Pick<Overview, 'months' | 'hosts' | 'signUps' | 'currency'>;

/** MRR and what moved it, requests and hit rate of each storage host, and sign-ups. */
export function OverviewCharts({ months, hosts, signUps, currency }: Pictures) {
  return (
    <div className="grid gap-x-8 gap-y-10 lg:grid-cols-2">
      <Picture
        title="MRR, 12 months"
        definition="Bars: the MRR at the end of each month, grey what stayed, and on top what came. Below zero: what went. This month until today. Days are in UTC."
        data={mrrData(months, currency)}
        file="mrr"
      />
      <Picture
        title="Sign-ups, 30 days"
        definition="Accounts that were created each day in UTC and still exist. Verified: the address is proved."
        data={signUpData(signUps)}
        file="sign-ups"
      />
      <Picture
        title="Requests by host, 24 hours"
        definition="Requests that each storage host answered or refused, per hour. The present hour and the last ten minutes are not complete."
        data={hostData(hosts, 'requests')}
        file="requests-by-host"
      />
      <Picture
        title="Hit rate by host, 24 hours"
        definition="Hits as a share of the requests that each storage host answered."
        data={hostData(hosts, 'hitRate')}
        file="hit-rate-by-host"
      />
    </div>
  );
}

type PictureProps = { title: string; definition: ReactNode; data: ChartData; file: string };

function Picture({ title, definition, data, file }: PictureProps) {
  const [view, setView] = useState<ChartView>('chart');
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="mb-2 flex items-center gap-2 font-medium">
        {title} <Tooltip text={definition} label={`About: ${title}`} />
      </h3>
      <ChartPanel label={title} data={data} csv={{ file, source: title }} view={view} onView={setView} />
    </section>
  );
}

const MOVEMENT_LOOKS: Readonly<Record<MovementKind, SeriesLook>> = {
  new: 'green',
  reactivation: 'ink-striped',
  expansion: 'green-striped',
  contraction: 'red-striped',
  churn: 'red',
};

function mrrData(months: Overview['months'], currency: string): ChartData {
  const gained = ({ movements }: Overview['months'][number]) =>
    Object.values(movements).reduce((sum, pence) => sum + Math.max(0, pence), 0);
  return {
    starts: months.map(({ start }) => Date.parse(start)),
    step: 'month',
    unit: 'MRR at the end of the month',
    format: {
      short: (pence) => short(pence, currency),
      full: (pence) => `${pence < 0 ? '−' : ''}${formatMoney({ amount: Math.abs(pence), currency })}`,
    },
    series: [
      {
        name: 'stayed',
        label: 'Stayed',
        look: 'grey',
        isLevel: true,
        values: months.map((month) => Math.max(0, month.mrrPence - gained(month))),
      },
      ...MOVEMENT_KINDS.map((kind) => ({
        name: kind,
        label: KIND_LABELS[kind],
        look: MOVEMENT_LOOKS[kind],
        values: months.map(({ movements }) => movements[kind]),
      })),
      {
        name: 'mrr',
        label: 'MRR',
        look: 'line' as const,
        isLevel: true,
        values: months.map(({ mrrPence }) => mrrPence),
      },
    ],
  };
}

/** Money at the axis: `£1.2K`. */
const short = (pence: number, currency: string) =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency, notation: 'compact', maximumFractionDigits: 1 })
    .format(pence / 100)
    .replace('-', '−');

const HOST_BARS: readonly SeriesLook[] = ['grey', 'ink', 'green', 'green-striped', 'red-striped', 'red'];
const HOST_LINES: readonly SeriesLook[] = ['line', 'line-dashed', 'line-dotted'];

function hostData({ starts, hosts }: Overview['hosts'], what: 'requests' | 'hitRate'): ChartData {
  const isRate = what === 'hitRate';
  const looks = isRate ? HOST_LINES : HOST_BARS;
  return {
    starts: starts.map((start) => Date.parse(start)),
    step: HOUR,
    unit: isRate ? 'Hits of answered requests, %, UTC' : 'Requests per hour, UTC',
    isShare: isRate,
    notes: starts.map((_, index) => (index === starts.length - 1 ? 'Not finished: reports are still to come' : null)),
    series: hosts.map(({ name, hours }, index) => ({
      name,
      label: name,
      look: looks[index % looks.length] ?? 'grey',
      values: hours.map((hour) => {
        if (!hour) return null;
        if (!isRate) return hour.checked + hour.errors;
        return hour.checked ? Math.round((hour.hits / hour.checked) * 1000) / 10 : null;
      }),
    })),
  };
}

const signUpData = (days: Overview['signUps']): ChartData => ({
  starts: days.map(({ start }) => Date.parse(start)),
  step: DAY,
  unit: 'Sign-ups per day, UTC',
  series: [
    { name: 'sign_ups', label: 'Sign-ups', look: 'grey', values: days.map(({ signUps }) => signUps) },
    { name: 'verified', label: 'Verified', look: 'green', values: days.map(({ verified }) => verified), isPart: true },
  ],
});
