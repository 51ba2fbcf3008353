import { InARow } from '#components/stories/row.tsx';
import { LONG_WORD } from '#components/stories/stub-server.tsx';
import { Badge } from '#components/ui/states/badge.tsx';
import { BigNumber } from './big-number.tsx';
import { DescriptionList } from './description-list.tsx';
import { ProgressMeter } from './progress-meter.tsx';
import { Time } from './time.tsx';

export default { title: 'ui/Numbers, times, facts' };

/** Below 70 %, at 70 %, at 90 %, over the limit, no limit. */
export const UsageOfALimit = () => (
  <div className="space-y-4">
    {[0, 41_900, 42_000, 54_000, 91_300].map((value) => (
      <ProgressMeter key={value} label="Requests today" value={value} limit={60_000} />
    ))}
    <ProgressMeter label="Requests today" value={91_300} limit={null} />
  </div>
);

/** The tooltip shows the exact number on focus. */
export const BigNumbers = () => (
  <InARow>
    {[999, 60_000, 1_234_567, 7_200_000_000].map((value) => (
      <BigNumber key={value} value={value} />
    ))}
  </InARow>
);

export const Times = () => (
  <>
    <p className="text-small">
      <Time at={new Date('2026-01-15T08:30:00Z')} />
    </p>
    <p className="text-small">
      <Time at={new Date('2038-01-19T03:14:08Z')} />
    </p>
  </>
);

export const Facts = () => (
  <DescriptionList
    items={[
      { term: 'Email', value: LONG_WORD },
      { term: 'Country', value: 'GB' },
      { term: 'Subscription', value: <Badge tone="good">active</Badge> },
    ]}
  />
);
