import { ok, refused, StubServer, type StubAnswer } from '#components/stories/stub-server.tsx';
import { DAY as A_DAY, HOUR } from '#lib/base/time.ts';
import type { UsageGraph, UsageGraphView } from '#lib/usage/views.ts';
import { Usage } from './dashboard.tsx';

export default { title: 'account/Usage' };

const START = Date.parse('2026-11-20T00:00:00Z');
const DAY = Array.from({ length: 24 }, (_, hour) => 100 + hour);
const WITH_A_GAP = DAY.map((value, hour) => (hour >= 6 && hour < 12 ? null : value));
const NOTHING = DAY.map(() => null);
const DOWN = refused(503, 'unavailable', 'The service is not available right now.');
const LIMIT = 4000;

/** A graph with `values` as `checked` counts of each hour, or of each `stepMs`, a tenth of them as hits and a hundredth as errors. */
const graphOf = (values: readonly (number | null)[], stepMs = HOUR): UsageGraph => ({
  series: [
    { name: 'checked', data: [...values] },
    { name: 'hits', data: values.map((value) => value && Math.floor(value / 10)) },
    { name: 'errors', data: values.map((value) => value && Math.floor(value / 100)) },
  ],
  legend: { selected: { checked: true, hits: true, errors: true } },
  xAxis: { data: values.map((_, index) => new Date(START + index * stepMs).toISOString()) },
});
const graphsOf = (values: Record<string, readonly (number | null)[]>): UsageGraphView =>
  Object.fromEntries(Object.entries(values).map(([server, each]) => [server, graphOf(each)]));
const usage = (values: Record<string, readonly (number | null)[]>) => ok(graphsOf(values));

type Answers = readonly [StubAnswer, ...StubAnswer[]];
const story = (answers: Answers, dailyLimit: number | null = LIMIT, search = '') => (
  <StubServer
    answers={Object.fromEntries(
      ['24h', '168h', '720h', 'range'].map((period) => [`GET /usagegraph/${period}`, answers]),
    )}
    search={search}
  >
    <Usage dailyLimit={dailyLimit} />
  </StubServer>
);

export const Loading = () => story(['waiting']);
export const Failed = () => story([DOWN, usage({ aggregate: DAY })]);
export const Empty = () => story([usage({ aggregate: NOTHING })]);
/** Two servers, one of which has been silent for six hours; the last hour is not finished. */
export const SilentServer = () => {
  const reports = DAY.map((_, hour) => ({
    expected: 2,
    missing: hour >= 18 ? ['fuzzy8'] : [],
    partial: [],
    is_final: hour < 23,
  }));
  return story([ok({ aggregate: { ...graphOf(DAY), reports }, fuzzy8: graphOf(WITH_A_GAP) })]);
};
export const RefusedRange = () =>
  story(
    [refused(400, 'malformed', 'The range ends before it begins.')],
    LIMIT,
    '?period=range&from=2026-11-20&to=2026-11-01',
  );
/** Refuses the second range. */
export const NotADay = () =>
  story(
    [
      usage({ aggregate: DAY }),
      refused(400, 'malformed', 'A day is written like 2026-11-23.', {
        fields: { from: 'A day is written like 2026-11-23.' },
      }),
    ],
    LIMIT,
    '?period=range&from=2026-11-01&to=2026-11-14',
  );
export const Range = () => story([usage({ aggregate: DAY })], LIMIT, '?period=range&from=2026-11-01&to=2026-11-14');

/** Days have the daily limit as a line. */
export const Days = () => {
  const days = Array.from({ length: 30 }, (_, day) => 2500 + 80 * day);
  return story([ok({ aggregate: graphOf(days, A_DAY), fuzzy8: graphOf(days, A_DAY) })], LIMIT, '?period=720h');
};

export const Zero = () => story([usage({ aggregate: DAY.map(() => 0) })]);
export const Full = () => story([usage({ aggregate: DAY, fuzzy8: NOTHING, '=cmd': WITH_A_GAP })]);
export const WithAGap = () => story([usage({ aggregate: WITH_A_GAP })]);
export const NearTheLimit = () => story([usage({ aggregate: DAY.map(() => 125) })]);
export const OverTheLimit = () => story([usage({ aggregate: DAY.map(() => 250) })]);
export const Unlimited = () => story([usage({ aggregate: DAY })], null);
/** The second request fails, and the third returns different numbers. */
export const FailedRefresh = () => story([usage({ aggregate: DAY }), DOWN, usage({ aggregate: DAY.map(() => 7) })]);
