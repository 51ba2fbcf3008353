import { Mark } from '#components/ui/look/mark.tsx';
import { site } from '#lib/base/settings/site.ts';

/** The site's mark and name. */
export function Brand() {
  return (
    <span className="inline-flex items-center gap-2.5 font-semibold tracking-tight">
      <Mark className="size-5" />
      {site.name}
    </span>
  );
}
