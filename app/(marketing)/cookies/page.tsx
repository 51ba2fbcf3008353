import { PolicyPage, policyMetadata } from '../_components/policy-page.tsx';

export const dynamic = 'error';
export const metadata = policyMetadata('cookies');

export default function CookiesPage() {
  return <PolicyPage name="cookies" />;
}
