import { classNames } from '#components/ui/look/class-names.ts';
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
  <nav aria-label="Reports">
    <ul className="mb-6 flex flex-wrap gap-2">
      {DESK_TABS.map(({ tab, text }) => (
        <li key={tab}>
          <a
            href={paths.adminReports(tab === 'waiting' ? {} : { state: tab })}
            aria-current={tab === current ? 'true' : undefined}
            className={classNames(
              'inline-block rounded-md border px-3 py-1.5 text-small whitespace-nowrap hover:border-line-strong',
              tab === current ? 'border-ink font-medium' : 'text-muted hover:text-ink',
            )}
          >
            {text}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);
