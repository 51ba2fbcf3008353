'use client';

import { buttonClass } from '#components/ui/actions/button.tsx';
import { loadOwnUsage } from '#components/usage/own-usage.ts';
import { UsagePanel } from '#components/usage/usage-panel.tsx';
import { useGraphs } from '#components/usage/use-graphs.ts';
import { orLogin } from '#lib/api-client/or-login.ts';
import { paths } from '#lib/paths.ts';

export function Usage({ dailyLimit }: { dailyLimit: number | null }) {
  const graphs = useGraphs(['usage'], (shown, isBefore) => orLogin(loadOwnUsage(shown, isBefore)));
  return (
    <UsagePanel
      title="Usage statistics"
      graphs={graphs}
      dailyLimit={dailyLimit}
      failureText="Failed to load usage data. This might be because there's no usage data yet."
      whenEmpty={
        <a href={paths.setup} className={buttonClass({ variant: 'secondary' })}>
          Setup Guide
        </a>
      }
    />
  );
}
