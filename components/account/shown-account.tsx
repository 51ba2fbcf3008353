'use client';

import { useEffect } from 'react';
import { showsAccount } from '#lib/api-client/api-client.ts';

/** Names the account that this page shows in its requests (lib/routes/refusal-for.ts). */
export function ShownAccount({ id }: { id: string }) {
  useEffect(() => showsAccount(id), [id]);
  return null;
}
