import type { ReactNode } from 'react';
import { classNames } from '#components/ui/look/class-names.ts';

const TONES = { warning: 'text-amber', bad: 'text-red' };

type FigureProps = {
  label: string;
  /** The list behind the figure, if there is one. */
  href?: string;
  value: string;
  /** Shown beside the value, such as the number of customers. */
  note?: ReactNode;
  definition: string;
  /** Colours a value that needs attention. */
  tone?: keyof typeof TONES | undefined;
};

/** A figure and its explanation, both as one link to the list behind the figure, if there is one. */
export function Figure({ label, href, value, note, definition, tone }: FigureProps) {
  return (
    <li className="relative flex flex-col gap-1 rounded-md border bg-surface px-4 py-3 has-[a]:hover:border-line-strong">
      {href ? (
        <a href={href} className="rounded-sm label-mono after:absolute after:inset-0">
          {label}
        </a>
      ) : (
        <h3 className="label-mono">{label}</h3>
      )}
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className={classNames('text-title font-semibold tabular-nums', tone && TONES[tone])}>{value}</span>
        {note && <span className="min-w-0 text-small wrap-anywhere text-muted">{note}</span>}
      </p>
      <p className="text-small text-pretty text-muted">{definition}</p>
    </li>
  );
}
