import { Breakable } from '#components/ui/data/breakable.tsx';
import { ARM_MS } from '#lib/oauth/consent/consent.ts';
import type { AuthorizationView } from '#lib/oauth/consent/interaction.ts';
import { paths } from '#lib/paths.ts';
import { ConsentForm } from './consent-form.tsx';
import { Hints } from './hints.tsx';
import { WhoAsks } from './who-asks.tsx';

type ConsentProps = { request: AuthorizationView; email: string | null; /** Unix milliseconds */ shownAt: number };

/** The consent question, for a user who is logged in. */
export function Consent({ request, email, shownAt }: ConsentProps) {
  return (
    <div className="space-y-6">
      <WhoAsks request={request} email={email} />
      <p className="text-small">
        Logged in as{' '}
        <strong className="font-semibold wrap-anywhere">
          <Breakable text={email ?? 'you'} />
        </strong>
        .{' '}
        <a href={paths.login(request.page)} className="inline-block py-1 underline underline-offset-4">
          Not you?
        </a>
      </p>
      <ConsentForm
        action={request.isOnDevice ? paths.deviceInteraction(request.uid) : paths.interaction(request.uid)}
        shownAt={shownAt}
        armMs={ARM_MS}
      />
      <Hints />
    </div>
  );
}
