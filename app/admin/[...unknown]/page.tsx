import type { Metadata } from 'next';
import { notFound } from 'next/navigation';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Page not found', robots: { index: false } };

/** Any other path below /admin, which Next would show outside of the console: app/admin/not-found.tsx shows it. */
export default function UnknownAdminPage() {
  notFound();
}
