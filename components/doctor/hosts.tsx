import { Badge } from '#components/ui/states/badge.tsx';
import type { CheckedHost } from '#lib/doctor/views.ts';
import { hostWord } from './host-word.ts';

const TONES: Partial<Record<CheckedHost['state'], 'good' | 'bad' | 'warning'>> = {
  works: 'good',
  hidden: 'good',
  reached: 'good',
  wrong_key: 'bad',
  suspended: 'bad',
  replaced: 'bad',
  over_rate: 'bad',
  in_clear: 'warning',
  not_loaded: 'warning',
  late: 'warning',
  silent: 'warning',
  old_agent: 'warning',
};

/** What each host has seen from the address since it was asked. */
export function Hosts({ hosts, isOpen }: { hosts: readonly CheckedHost[]; isOpen: boolean }) {
  return (
    <ul aria-label="Storage hosts" aria-busy={isOpen} className="divide-y rounded-md border text-small">
      {hosts.map((host) => (
        <li key={host.name} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-2.5">
          <span className="min-w-0 basis-full font-mono wrap-anywhere sm:flex-1 sm:basis-0">
            {host.server ?? host.name}
          </span>
          <span className="order-last text-muted sm:order-none">{countsText(host)}</span>
          <Badge tone={TONES[host.state]}>{hostWord(host.state, isOpen)}</Badge>
        </li>
      ))}
    </ul>
  );
}

/** The counts that are not 0: `3 checked, 1 found`. */
function countsText({ checked, hits, errors, undecrypted }: CheckedHost): string {
  const parts = [
    [checked, 'checked'],
    [hits, 'found'],
    [errors, 'refused'],
    [undecrypted ?? 0, 'with an unknown key'],
  ] as const;
  return parts.flatMap(([count, what]) => (count > 0 ? [`${count.toLocaleString('en')} ${what}`] : [])).join(', ');
}
