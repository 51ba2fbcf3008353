import { paths } from '#lib/base/paths.ts';
import type { DeskTab } from './desk-keys.ts';

export const DESK_TABS = [
  { tab: 'waiting', text: 'Waiting' },
  { tab: 'asked', text: 'Asked back' },
  { tab: 'done', text: 'Decided' },
  { tab: 'refusals', text: 'Refusal list' },
] as const satisfies readonly { tab: DeskTab; text: string }[];

/** Links to the parts of the desk. */
export const DeskTabs = ({ current }: { current: DeskTab }) => (
  <nav aria-label="Reports" className="segmented mb-6 max-w-full overflow-x-auto *:shrink-0">
    {DESK_TABS.map(({ tab, text }) => (
      <a
        key={tab}
        href={paths.adminReports(tab === 'waiting' ? {} : { state: tab })}
        aria-current={tab === current ? 'true' : undefined}
      >
        {text}
      </a>
    ))}
  </nav>
);
