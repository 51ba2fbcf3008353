'use client';

import { buttonClass } from '#components/ui/actions/button.tsx';
import { loadOwnUsage } from '#components/usage/own-usage.ts';
import { UsagePanel } from '#components/usage/usage-panel.tsx';
import { UsageSummary } from '#components/usage/usage-summary.tsx';
import { useGraphs } from '#components/usage/use-graphs.ts';
import { orLogin } from '#lib/api-client/or-login.ts';
import { paths } from '#lib/base/paths.ts';

const TEXTS = {
  title: 'Usage statistics',
  failureText: "Failed to load usage data. This might be because there's no usage data yet.",
};

const useOwnGraphs = () => useGraphs(['usage'], (shown, isBefore) => orLogin(loadOwnUsage(shown, isBefore)));

type UsageProps = {
  /** requests a day; null without a limit */
  dailyLimit: number | null;
};

/** The whole usage panel, with its choices, table and file. */
export const Usage = ({ dailyLimit }: UsageProps) => (
  <UsagePanel {...TEXTS} graphs={useOwnGraphs()} dailyLimit={dailyLimit} whenEmpty={<GuideLink />} />
);

/** The usage at a glance, with a link to the whole panel. */
export const UsageAtAGlance = ({ dailyLimit }: UsageProps) => (
  <UsageSummary {...TEXTS} graphs={useOwnGraphs()} dailyLimit={dailyLimit} whenEmpty={<GuideLink />} />
);

const GuideLink = () => (
  <a href={paths.setup} className={buttonClass({ variant: 'secondary' })}>
    Setup Guide
  </a>
);
