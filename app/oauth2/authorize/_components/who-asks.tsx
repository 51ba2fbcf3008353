import { ArrowUpRight, ShieldCheck } from 'lucide-react';
import { Breakable } from '#components/ui/data/breakable.tsx';
import { Tooltip } from '#components/ui/overlays/tooltip.tsx';
import { Alert } from '#components/ui/states/alert.tsx';
import { Badge } from '#components/ui/states/badge.tsx';
import { site } from '#lib/base/settings/site.ts';
import type { AuthorizationView } from '#lib/oauth/consent/interaction.ts';
import { GROUPS_WITH_ROLE, type OAuthScope, scopeExplanation, scopeText } from '#lib/oauth/scopes.ts';

/** The application, the host that it redirects to, and the scopes that it requests. */
export function WhoAsks({ request, email }: { request: AuthorizationView; email: string | null }) {
  const { client, unknownFrom, redirectHost, hasPkce, scopes, isOnDevice } = request;
  return (
    <>
      <header className="space-y-3">
        <p className="label-mono">Authorize application</p>
        <h1 className="text-heading font-semibold tracking-tight wrap-break-word">{client.name}</h1>
        <p className="text-muted">wants to use your {site.name} account.</p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {unknownFrom !== null && <Badge tone="warning">Unknown</Badge>}
          {client.isPublic && (
            <span className="inline-flex items-center gap-1">
              <Badge tone="info">Public</Badge>
              <Tooltip
                label="What Public means"
                text="The application runs on your device or in your browser and keeps no secret."
              />
            </span>
          )}
          {hasPkce && (
            <span className="inline-flex items-center gap-1.5 text-small text-muted">
              <ShieldCheck aria-hidden="true" className="size-4" />
              PKCE Protected
              <Tooltip
                label="What PKCE Protected means"
                text="Only the application that started this can complete it, even if someone sees the answer."
              />
            </span>
          )}
        </div>
        {unknownFrom !== null && <Unknown host={unknownFrom} />}
      </header>
      <dl className="divide-y border-y">
        <div className="space-y-1 py-4">
          <dt className="text-small text-muted">{isOnDevice ? 'Site of the application' : 'Sends you to'}</dt>
          <dd className="flex items-start gap-1.5 font-mono font-medium break-all">
            {redirectHost}
            {!isOnDevice && <ArrowUpRight aria-hidden="true" className="mt-1 size-4 shrink-0 text-muted" />}
          </dd>
        </div>
        {isOnDevice && (
          <div className="space-y-1 py-4">
            <dt className="text-small text-muted">Gives access to</dt>
            <dd>
              The device that shows your code
              <span className="block text-small text-muted">
                Only authorize it if you started this on a device in front of you.
              </span>
            </dd>
          </div>
        )}
        <div className="space-y-2 py-4">
          <dt className="text-small text-muted">Will be able to</dt>
          {scopes.map((scope) => (
            <dd key={scope}>
              {scopeText(scope)}
              <Explanation text={scope === 'email' ? email : explain(scope, request)} />
            </dd>
          ))}
        </div>
      </dl>
    </>
  );
}

/** What a scope tells, and of which account, if the person has several. */
function explain(scope: OAuthScope, { account, tellsRole }: AuthorizationView): string | null {
  const text = scope === 'groups' && tellsRole ? GROUPS_WITH_ROLE : scopeExplanation(scope);
  return text !== null && account !== null && scope in ABOUT_ACCOUNT ? `${text} About the account ${account}.` : text;
}
const ABOUT_ACCOUNT: Readonly<Record<string, true>> = { subscription: true, groups: true };

const Explanation = ({ text }: { text: string | null | undefined }) =>
  text && (
    <span className="block text-small wrap-anywhere text-muted">
      <Breakable text={text} />
    </span>
  );

/** A warning, because an application that no admin registered has chosen its own name. */
function Unknown({ host }: { host: string }) {
  const how = host ? `describes itself at ${host}` : 'registered itself';
  return (
    <Alert tone="warning" text={`This app ${how} and is not known to ${site.name}.`}>
      <p>Its name is not checked. Continue only if you started this yourself.</p>
    </Alert>
  );
}
