'use client';

import { z } from 'zod';
import { ApiForm } from '#components/form/api-form.tsx';
import { FormFailure } from '#components/form/form-failure.tsx';
import { SubmitButton } from '#components/form/submit-button.tsx';
import { TextField } from '#components/form/text-field.tsx';
import { useApiForm } from '#components/form/use-api-form.ts';
import { CopyButton } from '#components/ui/actions/copy-button.tsx';
import { Dialog } from '#components/ui/overlays/dialog.tsx';
import { useSensitiveAction } from '#components/users/sensitive-actions.tsx';
import { callApi } from '#lib/api-client/api-client.ts';
import type { TotpSecretView } from '#lib/auth/views.ts';
import { trimmed } from '#lib/base/text/text.ts';

type TwoFactorSetupDialogProps = {
  secret: TotpSecretView;
  opener: HTMLElement | null;
  onEnabled: (recoveryCodes: string[]) => Promise<void>;
  onClose: () => void;
};

const schema = z.object({
  code: trimmed(40).min(1, 'Please enter the code from your app.'),
});

/** Shows the QR code, then turns two-factor login on with a code from the app. */
export function TwoFactorSetupDialog({ secret, opener, onEnabled, onClose }: TwoFactorSetupDialogProps) {
  const run = useSensitiveAction();
  const api = useApiForm(schema, async ({ code }) => {
    const answer = await run(() => callApi('POST /account/api/two-factor/enable', { body: { code } }));
    if (answer) await onEnabled(answer.recovery_codes);
  });
  return (
    <Dialog
      title="Set up two-factor login"
      description="Scan the QR code with an authenticator app, then enter the code it shows."
      opener={opener}
      onClose={onClose}
    >
      <div className="space-y-5">
        <TotpSecret secret={secret} />
        <ApiForm api={api} action="/account/api/two-factor/enable" label="Set up two-factor login">
          <FormFailure failure={api.failure} />
          <TextField
            name="code"
            label="6-digit code"
            hint="From your authenticator app. It changes every 30 seconds."
            inputMode="numeric"
            autoComplete="one-time-code"
            required
          />
          <SubmitButton busyText="Turning on...">Turn on</SubmitButton>
        </ApiForm>
      </div>
    </Dialog>
  );
}

/** The secret for an authenticator app: as a QR code, a link and text. */
function TotpSecret({ secret: { secret, uri, qr } }: { secret: TotpSecretView }) {
  return (
    <div className="space-y-4">
      <img
        src={`data:image/svg+xml,${encodeURIComponent(qr)}`}
        alt="QR code for your authenticator app"
        width={200}
        height={200}
        className="mx-auto rounded-md border"
      />
      <div className="space-y-1.5">
        <p className="text-small text-muted">
          Can’t scan it? Type this secret, or{' '}
          <a href={uri} className="text-ink underline underline-offset-4">
            open an app on this device
          </a>
          .
        </p>
        <div className="flex items-center justify-between gap-3 rounded-md bg-sunken py-2 pr-2 pl-3">
          <code className="font-mono text-small">{secret.match(/.{1,4}/g)?.join(' ')}</code>
          <CopyButton text={secret} label="Copy secret" size="icon-sm" />
        </div>
      </div>
    </div>
  );
}
