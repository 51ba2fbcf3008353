import { PolicyPage, policyMetadata } from '../_components/policy-page.tsx';

export const dynamic = 'error';
export const metadata = policyMetadata('terms');

export default function TermsPage() {
  return <PolicyPage name="terms" />;
}
