import { CopyButton } from '#components/ui/actions/copy-button.tsx';
import type { TotpSecretView } from '#lib/auth/views.ts';

/** The secret for an authenticator app: as a QR code, a link and text. */
export function TotpSecret({ secret: { secret, uri, qr } }: { secret: TotpSecretView }) {
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
