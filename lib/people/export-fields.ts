import type { Prisma } from '#lib/db.ts';

/** All columns that the export reads about a user, and about the rows that belong to the user. */
export const personFields = {
  id: true,
  email: true,
  emailVerifiedAt: true,
  isAdmin: true,
  country: true,
  dailyLimit: true,
  switchedAlerts: true,
  showsAddresses: true,
  stripeCustomerId: true,
  customKey: true,
  passwordHash: true,
  totpEnabledAt: true,
  lastSeenAt: true,
  createdAt: true,
  updatedAt: true,
  _count: { select: { recoveryCodes: { where: { usedAt: null } } } },
  sessions: {
    orderBy: { createdAt: 'asc' },
    select: {
      id: true,
      amr: true,
      ip: true,
      userAgent: true,
      authTime: true,
      createdAt: true,
      lastSeenAt: true,
      expiresAt: true,
    },
  },
  devices: {
    orderBy: { createdAt: 'asc' },
    select: { userAgent: true, createdAt: true, lastSeenAt: true, expiresAt: true },
  },
  passkeys: { orderBy: { createdAt: 'asc' }, select: { name: true, createdAt: true, lastUsedAt: true } },
  usageTokens: {
    orderBy: { createdAt: 'asc' },
    select: { name: true, prefix: true, createdAt: true, lastUsedAt: true },
  },
  savedViews: { orderBy: { createdAt: 'asc' }, select: { list: true, name: true, query: true, createdAt: true } },
  tokens: {
    orderBy: { createdAt: 'asc' },
    select: { purpose: true, email: true, createdAt: true, expiresAt: true },
  },
  emailChanges: {
    orderBy: { requestedAt: 'asc' },
    select: { oldEmail: true, newEmail: true, requestedAt: true, confirmedAt: true, undoneAt: true },
  },
  subscriptions: {
    orderBy: { startedAt: 'asc' },
    select: {
      stripeSubscriptionId: true,
      productName: true,
      plan: true,
      status: true,
      interval: true,
      quantity: true,
      startedAt: true,
      currentPeriodEnd: true,
      cancelAt: true,
      endedAt: true,
    },
  },
  fuzzyKeys: {
    orderBy: { id: 'asc' },
    select: {
      id: true,
      publicKey: true,
      keyId: true,
      rankId: true,
      quantity: true,
      rate: true,
      suspendedAt: true,
      deletedAt: true,
      createdAt: true,
      rank: { select: { rate: true } },
      sources: {
        orderBy: [{ firstSeenAt: 'asc' }, { source: 'asc' }],
        select: {
          source: true,
          network: true,
          name: true,
          address: true,
          checked: true,
          hits: true,
          errors: true,
          firstSeenAt: true,
          lastSeenAt: true,
        },
      },
    },
  },
  consents: {
    orderBy: { createdAt: 'asc' },
    select: {
      clientId: true,
      scopes: true,
      createdAt: true,
      updatedAt: true,
      lastUsedAt: true,
      client: { select: { name: true } },
    },
  },
} satisfies Prisma.UserSelect;

export type PersonRow = Prisma.UserGetPayload<{ select: typeof personFields }>;
