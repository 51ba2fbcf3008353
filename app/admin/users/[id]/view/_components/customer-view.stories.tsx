import { StubScreen } from '#components/stories/stub-screen.tsx';
import { ok, refused, type StubAnswer } from '#components/stories/stub-server.tsx';
import { MINUTE } from '#lib/base/time.ts';
import type { UsageGraphView } from '#lib/usage/views.ts';
import { StartView } from './start-view.tsx';
import {
  type Account,
  ACCOUNT,
  AT,
  type Dashboard,
  EMPTY_ACCOUNT,
  FREE,
  FULL,
  ID,
  NEW,
  NOW,
  type Plan,
  planAnswersOf,
  STANDINGS,
  SUBSCRIPTION,
  SWITCHED_OFF,
} from './viewed-samples.ts';
import { ViewBanner } from './view-banner.tsx';
import { ViewedAccount, ViewedDashboard, ViewedPlan, ViewedSetup } from './viewed-screens.tsx';
import { ViewedUsage } from './viewed-usage.tsx';

export default { title: 'admin/View as customer' };

const CALL = `/admin/api/users/${ID}/view`;
const DOWN = refused(503, 'unavailable', 'The service is not available right now.');

const start = (answer: StubAnswer, hasEmail = true) => (
  <StubScreen answers={{ [`POST ${CALL}`]: answer }}>
    <StartView userId={ID} hasEmail={hasEmail} />
  </StubScreen>
);
const banner = (answer: StubAnswer, minutes = 15) => (
  <StubScreen answers={{ [`DELETE ${CALL}`]: answer }}>
    <ViewBanner userId={ID} email="ada@example.com" until={new Date(Date.now() + minutes * MINUTE).toISOString()} />
  </StubScreen>
);

export const Start = () => start(ok({ id: ID, expires_at: AT }));
export const StartWithoutEmail = () => start('waiting', false);
export const StartFailed = () => start(DOWN);
export const Banner = () => banner('waiting');
export const BannerFailed = () => banner(DOWN);
const dashboard = (data: Dashboard) => (
  <StubScreen answers={{}}>
    <ViewedDashboard {...data} at={NOW} />
  </StubScreen>
);
export const FullDashboard = () => dashboard(FULL);
export const FreeDashboard = () => dashboard(FREE);
export const NewDashboard = () => dashboard(NEW);
export const SwitchedOffDashboard = () => dashboard(SWITCHED_OFF);
export const UnpaidDashboard = () => dashboard(STANDINGS.unpaid);
export const PastDueDashboard = () => dashboard(STANDINGS['past due']);
export const SilentDashboard = () => dashboard(STANDINGS.silent);
export const NearDashboard = () => dashboard(STANDINGS['near the limit']);
const account = (answers: Account) => (
  <StubScreen answers={{}}>
    <ViewedAccount answers={answers} at={NOW} />
  </StubScreen>
);
export const FullAccount = () => account(ACCOUNT);
export const EmptyAccount = () => account(EMPTY_ACCOUNT);
const DATA = { checked: [30, 60], hits: [3, 6], errors: [0, 0] };
const USAGE: UsageGraphView = {
  aggregate: {
    series: (['checked', 'hits', 'errors'] as const).map((name) => ({ name, data: DATA[name] })),
    legend: { selected: { checked: true, hits: true, errors: true } },
    xAxis: { data: ['2026-11-23T08:00:00.000Z', '2026-11-23T09:00:00.000Z'] },
  },
};
const usage = ({ answers: { userstatus, servers } }: Dashboard) => (
  <StubScreen answers={{ [`GET /admin/api/user/${ID}/usage/24h`]: ok(USAGE) }}>
    <ViewedUsage userId={ID} answers={{ userstatus, servers }} at={NOW} />
  </StubScreen>
);
export const Usage = () => usage(FULL);
export const UsageWithoutPlan = () => usage(FREE);
const plan = (data: Dashboard, subscription: Plan['subscription']) => (
  <StubScreen answers={{}}>
    <ViewedPlan answers={planAnswersOf(data, subscription)} at={NOW} />
  </StubScreen>
);
export const ViewedPlanFull = () => plan(FULL, SUBSCRIPTION);
export const ViewedPlanNone = () => plan(FREE, null);
const setup = ({ answers }: Dashboard) => (
  <StubScreen answers={{}}>
    <ViewedSetup answers={answers} at={NOW} />
  </StubScreen>
);
export const Setup = () => setup(FULL);
export const SetupWithoutKey = () => setup(FREE);
