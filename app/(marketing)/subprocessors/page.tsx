import { PolicyPage, policyMetadata } from '../_components/policy-page.tsx';

export const dynamic = 'error';
export const metadata = policyMetadata('subprocessors');

export default function SubprocessorsPage() {
  return <PolicyPage name="subprocessors" />;
}
