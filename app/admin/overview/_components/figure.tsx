import type { ReactNode } from 'react';
import { classNames } from '#components/ui/look/class-names.ts';
import { Tooltip } from '#components/ui/overlays/tooltip.tsx';

const TONES = { warning: 'text-amber', bad: 'text-red' };

type FigureProps = {
  label: string;
  /** The list behind the figure, if there is one. */
  href?: string;
  value: string;
  /** Shown beside the value, such as the number of customers. */
  note?: ReactNode;
  /** Shown as a tooltip. */
  definition: string;
  /** Colours a value that needs attention. */
  tone?: keyof typeof TONES | undefined;
};

/** A figure with its definition as a tooltip, and a link to the list behind the figure, if there is one. */
export function Figure({ label, href, value, note, definition, tone }: FigureProps) {
  return (
    <li className="flex flex-col gap-0.5 border-t py-2 has-[a:hover]:border-line-strong">
      <div className="flex items-center gap-1.5">
        {href ? (
          <a href={href} className="rounded-sm label-mono underline-offset-4 hover:underline">
            {label}
          </a>
        ) : (
          <h3 className="label-mono">{label}</h3>
        )}
        <Tooltip text={definition} label={`What ${label} means`} />
      </div>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className={classNames('font-semibold tabular-nums', tone && TONES[tone])}>{value}</span>
        {note && <span className="min-w-0 text-small wrap-anywhere text-muted">{note}</span>}
      </p>
    </li>
  );
}
