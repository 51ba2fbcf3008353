import { PolicyPage, policyMetadata } from '../_components/policy-page.tsx';

export const dynamic = 'error';
export const metadata = policyMetadata('dpa');

export default function DpaPage() {
  return <PolicyPage name="dpa" />;
}
