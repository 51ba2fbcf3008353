import { Alert } from '#components/ui/alert.tsx';
import { site } from '#lib/site.ts';

export function ManualBillingNotice() {
  return (
    <Alert tone="info" text="Your plan is managed by us">
      <p>
        There is nothing to pay or change here. For questions write to{' '}
        <a href={`mailto:${site.supportMail}`} className="underline underline-offset-4">
          {site.supportMail}
        </a>
        .
      </p>
    </Alert>
  );
}
