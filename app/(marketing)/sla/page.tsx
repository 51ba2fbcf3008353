import { PolicyPage, policyMetadata } from '../_components/policy-page.tsx';

export const dynamic = 'error';
export const metadata = policyMetadata('sla');

export default function SlaPage() {
  return <PolicyPage name="sla" />;
}
