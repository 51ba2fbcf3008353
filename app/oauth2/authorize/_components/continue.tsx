import { Button } from '#components/ui/button.tsx';
import type { AuthorizationView } from '#lib/oauth/interaction.ts';
import { paths } from '#lib/paths.ts';

/**
 * After the login: goes on by itself. A navigation of its own, because a redirect would belong to the login's form, which
 * may lead to no other site; the button is for browsers that do not say where a request comes from.
 */
export function Continue({ request }: { request: AuthorizationView }) {
  const action = paths.interactionLogin(request.uid);
  return (
    <form method="post" action={action} className="space-y-6">
      <meta httpEquiv="refresh" content={`0; url=${action}`} />
      <h1 className="text-heading font-semibold tracking-tight">You are logged in</h1>
      <p className="text-muted" role="status">
        Going on to {request.client.name}.
      </p>
      <Button type="submit" size="lg" className="w-full">
        Continue
      </Button>
    </form>
  );
}
