'use client';

import { RefreshCw } from 'lucide-react';
import { Button } from '#components/ui/actions/button.tsx';
import { Segmented } from '#components/ui/fields/segmented.tsx';
import { Select, type Option } from '#components/ui/fields/select.tsx';
import { PERIODS, type Period } from '#lib/usage/buckets.ts';
import { PERIOD_TEXTS } from './graph.ts';

const OPTIONS = PERIODS.map((value) => ({ value, label: PERIOD_TEXTS[value].label }));

export function UsagePeriodSwitch({ value, onChange }: { value: Period; onChange: (period: Period) => void }) {
  return <Segmented legend="Period" options={OPTIONS} value={value} onChange={onChange} />;
}

type ServerSelectProps = { servers: readonly Option[]; value: string; onChange: (server: string) => void };

/** One server, or all of them together. */
export function ServerSelect({ servers, value, onChange }: ServerSelectProps) {
  return (
    <Select
      aria-label="Server"
      isCompact
      options={servers}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      className="w-44"
    />
  );
}

export function RefreshButton({ isBusy, onRefresh }: { isBusy: boolean; onRefresh: () => void }) {
  return (
    <Button
      variant="secondary"
      size="icon"
      aria-label="Refresh"
      title="Refresh"
      aria-disabled={isBusy}
      onClick={() => !isBusy && onRefresh()}
    >
      <RefreshCw aria-hidden="true" className={isBusy ? 'size-4 motion-safe:animate-spin' : 'size-4'} />
    </Button>
  );
}
