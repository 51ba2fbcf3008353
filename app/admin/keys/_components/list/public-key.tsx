'use client';

import { Check, Copy } from 'lucide-react';
import { useCopy } from '#components/ui/actions/use-copy.ts';
import { toast } from '#components/ui/overlays/toast.tsx';
import { shorten } from '#lib/base/text/format.ts';
import { texts } from './keys-texts.ts';

const SHOWN = 12;

/** The first 12 characters of a key. A click copies the whole key and shows a check mark for two seconds. */
export function PublicKey({ publicKey, of }: { publicKey: string | null; of: string }) {
  const { outcome, copy } = useCopy();
  const shown = publicKey ? shorten(publicKey, SHOWN) : 'Not available';
  const press = async () => {
    if (!publicKey) return toast.error(texts.nothingToCopy);
    if ((await copy(publicKey)) === 'copied') toast.success(texts.copied);
    else toast.error(texts.copyFailed);
  };
  const Icon = outcome === 'copied' ? Check : Copy;
  return (
    <button
      type="button"
      title="Copy public key"
      aria-label={`${shown}: copy public key of ${of}`}
      onClick={() => void press()}
      className="group inline-flex min-h-8 items-center gap-1.5 rounded-sm font-mono whitespace-nowrap"
    >
      {shown}
      <Icon
        aria-hidden="true"
        data-copied={outcome === 'copied'}
        className={outcome === 'copied' ? 'size-3.5 text-signal' : 'size-3.5 text-muted group-hover:text-ink'}
      />
    </button>
  );
}
