import { Badge } from '#components/ui/badge.tsx';
import { BigNumber } from '#components/ui/big-number.tsx';
import { DescriptionList } from '#components/ui/description-list.tsx';
import { ProgressMeter } from '#components/ui/progress-meter.tsx';
import { Time } from '#components/ui/time.tsx';
import { Tooltip } from '#components/ui/tooltip.tsx';
import { Line, Sample } from './sample.tsx';
import { LONG_WORD } from './samples.ts';

const USAGE = [0, 41_900, 42_000, 54_000, 91_300];

export function Data() {
  return (
    <>
      <Sample name="usage of a limit: under 70, from 70, from 90, over it, none">
        <div className="space-y-4">
          {USAGE.map((value) => (
            <ProgressMeter key={value} label="Requests today" value={value} limit={60_000} />
          ))}
          <ProgressMeter label="Requests today" value={91_300} limit={null} />
        </div>
      </Sample>
      <Sample name="big numbers, exact on focus">
        <Line>
          {[999, 60_000, 1_234_567, 7_200_000_000].map((value) => (
            <BigNumber key={value} value={value} />
          ))}
        </Line>
      </Sample>
      <Sample name="tooltip">
        <p className="text-small">
          Key-specific <Tooltip text="Rate 0.7 a second × 86,400 × 1" label="How the limit is found" />
        </p>
      </Sample>
      <Sample name="times">
        <p className="text-small">
          <Time at={new Date('2026-01-15T08:30:00Z')} />
        </p>
        <p className="text-small">
          <Time at={new Date('2038-01-19T03:14:08Z')} />
        </p>
      </Sample>
      <Sample name="description list">
        <DescriptionList
          items={[
            { term: 'Email', value: LONG_WORD },
            { term: 'Country', value: 'GB' },
            { term: 'Subscription', value: <Badge tone="good">active</Badge> },
          ]}
        />
      </Sample>
    </>
  );
}
