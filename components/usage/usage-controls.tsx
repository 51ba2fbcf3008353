'use client';

import { RefreshCw } from 'lucide-react';
import { useId } from 'react';
import { Button } from '#components/ui/actions/button.tsx';
import { Segmented } from '#components/ui/fields/segmented.tsx';
import { Select, type Option } from '#components/ui/fields/select.tsx';
import { Switch } from '#components/ui/fields/switch.tsx';
import { DAY } from '#lib/base/time.ts';
import { SELECTIONS, type Selection } from '#lib/usage/buckets.ts';
import { RangeFields } from './graph/range-fields.tsx';
import { dayText, PERIOD_TEXTS } from './graph/shown-time.ts';
import { useUsageView } from './use-usage-view.ts';

const OPTIONS = SELECTIONS.map((value) => ({
  value,
  label: value === 'range' ? 'Range' : PERIOD_TEXTS[value].label,
}));
/** The number of days that is preselected for a range. */
const FIRST_RANGE_DAYS = 14;

type UsageControlsProps = {
  servers: readonly Option[];
  /** the server that is shown */
  server: string;
  isBusy: boolean;
  /** why the graph failed to load */
  error: Error | null;
  onRefresh: () => void;
};

/** Controls of the graph: period or range, one server or all, and the comparison with the previous period. */
export function UsageControls({ servers, server, isBusy, error, onRefresh }: UsageControlsProps) {
  const id = useId();
  const [{ period, from, to, compare }, setView] = useUsageView();
  const choose = (chosen: Selection) =>
    void setView(chosen === 'range' ? { period: chosen, ...firstRange() } : { period: chosen, from: null, to: null });
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Segmented legend="Period" options={OPTIONS} value={period} onChange={choose} />
      <div className="flex items-center gap-2">
        <Select
          aria-label="Server"
          isCompact
          options={servers}
          value={server}
          onChange={(event) => void setView({ server: event.currentTarget.value })}
          className="w-44"
        />
        <RefreshButton isBusy={isBusy} onRefresh={onRefresh} />
      </div>
      {period === 'range' && (
        <RangeFields from={from} to={to} error={error} onChange={(range) => void setView(range)} />
      )}
      <span className="flex items-center gap-2 text-small">
        <Switch
          id={id}
          checked={compare}
          onChange={(event) => void setView({ compare: event.currentTarget.checked })}
        />
        <label htmlFor={id}>Compare with previous period</label>
      </span>
    </div>
  );
}

const firstRange = () => ({ from: dayText(Date.now() - (FIRST_RANGE_DAYS - 1) * DAY), to: dayText(Date.now()) });

function RefreshButton({ isBusy, onRefresh }: { isBusy: boolean; onRefresh: () => void }) {
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
