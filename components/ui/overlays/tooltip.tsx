import { useId, type ReactNode } from 'react';
import { TooltipBehaviour } from './tooltip-behaviour.tsx';

type TooltipProps = TriggerLook & { text: ReactNode };
type TriggerLook = {
  /** Names the info mark, which is shown if there are no children. */
  label?: string | undefined;
  children?: ReactNode;
};

/** Explains its children or the text beside its info mark, on hover, focus or press. Pressing needs no JavaScript. */
export function Tooltip({ text, ...look }: TooltipProps) {
  const id = useId();
  return (
    <>
      <TooltipTrigger of={id} {...look} />
      <TooltipText id={id}>{text}</TooltipText>
    </>
  );
}

/** The trigger. Several may share one text, whose id is `of`. */
export function TooltipTrigger({ of, label = 'More information', children }: TriggerLook & { of: string }) {
  const mark = children === undefined;
  return (
    <>
      <button
        type="button"
        popoverTarget={of}
        aria-describedby={of}
        aria-label={mark ? label : undefined}
        className={mark ? 'tip-mark tip' : 'tip-word tip'}
      >
        {children ?? '?'}
      </button>
      <TooltipBehaviour />
    </>
  );
}

/** The text, in the browser's top layer. globals.css positions it. */
export function TooltipText({ id, children }: { id: string; children: ReactNode }) {
  return (
    <span id={id} popover="auto" role="tooltip" className="tip-text">
      {children}
    </span>
  );
}
