'use client';

import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { policiesOf } from '#lib/marketing/policies.ts';
import type { PolicyName } from '#lib/marketing/policies/policy.ts';
import { useContacts } from './contacts.tsx';
import { PolicyText } from './policy-text.tsx';

export type PolicyDialogProps = { name: PolicyName; opener: HTMLElement; onClose: () => void };

export function PolicyDialog({ name, opener, onClose }: PolicyDialogProps) {
  const policy = policiesOf(useContacts())[name];
  return (
    <Dialog size="text" title={policy.title} description={policy.lead} opener={opener} onClose={onClose}>
      <PolicyText policy={policy} headingLevel="h3" />
    </Dialog>
  );
}
