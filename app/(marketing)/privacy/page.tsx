import { PolicyPage, policyMetadata } from '../_components/policy-page.tsx';

export const dynamic = 'error';
export const metadata = policyMetadata('privacy');

export default function PrivacyPage() {
  return <PolicyPage name="privacy" />;
}
