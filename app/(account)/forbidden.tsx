import { buttonClass } from '#components/ui/actions/button.tsx';
import { PageHeader } from '#components/ui/navigation/page-header.tsx';
import { ROLE_REFUSAL } from '#lib/accounts/roles.ts';
import { paths } from '#lib/base/paths.ts';

/** For a member whose role does not allow the page. */
export default function Forbidden() {
  return (
    <PageHeader
      title="Not for your role"
      description={ROLE_REFUSAL}
      crumbs={[{ label: 'Dashboard', href: paths.dashboard }]}
      actions={
        <a href={paths.members} className={buttonClass({ variant: 'secondary' })}>
          See the owners
        </a>
      }
    />
  );
}
