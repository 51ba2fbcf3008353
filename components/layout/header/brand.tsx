import { site } from '#lib/site.ts';

/** The site's mark and name. */
export function Brand() {
  return (
    <span className="inline-flex items-center gap-2.5 font-semibold tracking-tight">
      <svg viewBox="0 0 20 20" aria-hidden="true" className="size-5 fill-none stroke-current stroke-2">
        <path d="M1 4h8M1 10h18M1 16h8" />
        <path d="M14 4h5M14 16h5" className="stroke-signal" />
      </svg>
      {site.name}
    </span>
  );
}
