import { Alert } from '#components/ui/alert.tsx';
import { contacts } from '#lib/contacts.ts';

export function ManualBillingNotice() {
  const { supportMail } = contacts();
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
