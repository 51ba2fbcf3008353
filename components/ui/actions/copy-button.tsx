'use client';

import { Check, Copy } from 'lucide-react';
import { Button } from './button.tsx';
import { useCopy } from './use-copy.ts';

const FAILED = 'Could not copy. Please select the text and copy it.';

type CopyButtonProps = {
  text: string;
  /** Names what is copied. */
  label: string;
  /** Words beside the icon, with which the label begins. */
  shown?: string | undefined;
  /** Shown after copying. The customer's texts differ from place to place. */
  copiedText?: string | undefined;
  size?: 'icon' | 'icon-sm' | undefined;
  onCopied?: (() => void) | undefined;
};

/** Copies `text`. Shows a message and a check mark for two seconds. */
export function CopyButton({
  text,
  label,
  shown,
  copiedText = 'Copied to clipboard!',
  size = 'icon',
  onCopied,
}: CopyButtonProps) {
  const { outcome, copy } = useCopy();
  const press = async () => {
    if ((await copy(text)) === 'copied') onCopied?.();
  };
  const Icon = outcome === 'copied' ? Check : Copy;
  return (
    <span className="relative inline-flex shrink-0 items-center">
      <Button
        variant="secondary"
        size={shown ? 'sm' : size}
        aria-label={label}
        title={shown ? undefined : label}
        onClick={() => void press()}
      >
        <Icon aria-hidden="true" className={outcome === 'copied' ? 'size-4 text-signal' : 'size-4'} />
        {shown}
      </Button>
      <span role="status" className="contents">
        {outcome && (
          <span className="absolute right-0 bottom-full z-20 mb-2 w-max max-w-56 rounded-sm bg-ink px-2 py-1 text-label text-paper shadow-float">
            {outcome === 'copied' ? copiedText : FAILED}
          </span>
        )}
      </span>
    </span>
  );
}
