'use client';

import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { KeyUsageGraph } from './key-usage-graph.tsx';
import { KeyUsageLimits } from './key-usage-limits.tsx';

type KeyUsageDialogProps = { description: string; keyId: string; onClose: () => void };

/** Usage of one key: a graph by server and period, and its last 30 days compared with its limit. */
export function KeyUsageDialog({ description, keyId, onClose }: KeyUsageDialogProps) {
  return (
    <Dialog title="Usage Data for Key" description={description} size="wide" onClose={onClose}>
      <div className="space-y-6">
        <KeyUsageGraph description={description} keyId={keyId} />
        <KeyUsageLimits description={description} keyId={keyId} />
      </div>
    </Dialog>
  );
}
