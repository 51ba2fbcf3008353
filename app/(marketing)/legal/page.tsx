import { PolicyPage, policyMetadata } from '../_components/policy-page.tsx';

export const dynamic = 'error';
export const metadata = policyMetadata('legal');

export default function LegalPage() {
  return <PolicyPage name="legal" />;
}
