'use client';

import { useQuery } from '@tanstack/react-query';
import { callApi } from '#lib/api-client/api-client.ts';
import { asAdmin } from '#lib/api-client/as-admin.ts';

/** A customer's plan, next charge and invoices, of which Stripe is asked. */
export const useCustomerBilling = (userId: string) =>
  useQuery({
    queryKey: ['admin', 'billing-of', userId],
    queryFn: () => asAdmin(callApi('GET /admin/api/users/{id}/billing', { params: { id: userId } })),
  });
