import { buttonClass } from '#components/ui/actions/button.tsx';
import { DPA_VERSION } from '#lib/marketing/policies/policy.ts';
import { PolicyPage, policyMetadata } from '../_components/policy-page.tsx';

export const dynamic = 'error';
export const metadata = policyMetadata('dpa');

export default function DpaPage() {
  return (
    <PolicyPage name="dpa">
      <Accept />
    </PolicyPage>
  );
}

/** A plain form, so that the page stays the same for everyone. The account page shows what was accepted. */
function Accept() {
  return (
    <form
      action="/dpa/form"
      method="post"
      className="mt-10 max-w-measure rounded-md border bg-surface p-5 print:hidden"
    >
      <input type="hidden" name="version" value={DPA_VERSION} />
      <h2 className="font-semibold">Accept for your account</h2>
      <p className="mt-1 mb-4 text-small text-muted">
        You accept version {DPA_VERSION} for the account that you are logged in to. If you are not, you log in first and
        come back here. Your account shows when it was accepted, and by whom.
      </p>
      <button type="submit" className={buttonClass()}>
        Accept this agreement
      </button>
    </form>
  );
}
