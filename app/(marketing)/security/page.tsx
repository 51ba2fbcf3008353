import { PolicyPage, policyMetadata } from '../_components/policy-page.tsx';

export const dynamic = 'error';
export const metadata = policyMetadata('security');

export default function SecurityPage() {
  return <PolicyPage name="security" />;
}
