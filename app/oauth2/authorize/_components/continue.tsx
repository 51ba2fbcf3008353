import { Button } from '#components/ui/actions/button.tsx';
import type { AuthorizationView } from '#lib/oauth/consent/interaction.ts';
import { paths } from '#lib/paths.ts';

/**
 * Continues automatically after the login. This is a separate navigation, because a redirect would still belong to
 * the login form, whose CSP forbids other sites (`form-action`). The button is for browsers that do not send
 * Sec-Fetch-Site.
 */
export function Continue({ request }: { request: AuthorizationView }) {
  const { uid, isOnDevice } = request;
  const action = isOnDevice ? paths.deviceInteractionLogin(uid) : paths.interactionLogin(uid);
  return (
    <form method="post" action={action} className="space-y-6">
      <meta httpEquiv="refresh" content={`0; url=${action}`} />
      <h1 className="text-heading font-semibold tracking-tight">You are logged in</h1>
      <p className="text-muted" role="status">
        Continuing to {request.client.name}.
      </p>
      <Button type="submit" size="lg" className="w-full">
        Continue
      </Button>
    </form>
  );
}
