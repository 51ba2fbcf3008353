import type { ComponentProps } from 'react';
import { Badge } from '#components/ui/states/badge.tsx';

const TONES: Readonly<Record<string, ComponentProps<typeof Badge>['tone']>> = {
  paid: 'good',
  open: 'warning',
  uncollectible: 'bad',
};

/** An invoice's status, in the same tone for its payer and for an admin. */
export const InvoiceBadge = ({ status }: { status: string }) => <Badge tone={TONES[status]}>{status}</Badge>;
