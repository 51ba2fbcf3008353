import { ConnectedApps as Apps } from '#components/oauth/connected-apps.tsx';

/** Not only on the account page, because the consent page says that access can be revoked from the dashboard. */
export function ConnectedApps() {
  return (
    <section aria-labelledby="connected-apps" className="space-y-4">
      <h2 id="connected-apps" className="text-title font-semibold">
        Connected apps
      </h2>
      <Apps />
    </section>
  );
}
