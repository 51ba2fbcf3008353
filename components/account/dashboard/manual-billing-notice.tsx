'use client';

import { useContacts } from '#components/layout/footer/contacts.tsx';
import { useUserStatus } from '#components/layout/header/use-user-status.ts';
import { Alert } from '#components/ui/states/alert.tsx';

/** Shown after a redirect from /billing, which has nothing for manual customers. Other users never see it. */
export function ManualBillingNotice() {
  const { supportMail } = useContacts();
  const { data: status } = useUserStatus();
  if (!status?.is_manual) return null;
  return (
    <Alert tone="info" text="Your plan is managed by us">
      <p>
        There is nothing to pay or change here. For questions write to{' '}
        <a href={`mailto:${supportMail}`} className="underline underline-offset-4">
          {supportMail}
        </a>
        .
      </p>
    </Alert>
  );
}
