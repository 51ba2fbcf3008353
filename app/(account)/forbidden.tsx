import { PageHeader } from '#components/ui/navigation/page-header.tsx';
import { FACTOR_REFUSAL, ROLE_REFUSAL } from '#lib/accounts/roles.ts';
import { paths } from '#lib/base/paths.ts';
import { currentActor } from '#lib/routes/next.ts';

/** For a member whose role, or whose login with one factor, does not allow the page. */
export default async function Forbidden() {
  const actor = await currentActor();
  return actor.kind === 'user' && actor.lacksRequiredFactor ? (
    <PageHeader
      title="A second factor is needed"
      description={FACTOR_REFUSAL}
      crumbs={[{ label: 'Account', href: paths.account }]}
    />
  ) : (
    <PageHeader
      title="Not for your role"
      description={ROLE_REFUSAL}
      crumbs={[{ label: 'Dashboard', href: paths.dashboard }]}
    />
  );
}
