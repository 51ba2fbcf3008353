import { PolicyPage, policyMetadata } from '../_components/policy-page.tsx';

export const dynamic = 'error';
export const metadata = policyMetadata('accessibility');

export default function AccessibilityPage() {
  return <PolicyPage name="accessibility" />;
}
