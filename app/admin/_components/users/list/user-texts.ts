/** The customer's texts for the users screen (docs/product.md, "Fixed texts"). */
export const texts = {
  loadFailed: 'Failed to load users. You may not have admin privileges.',
  createFailed: 'Failed to create user',
  createdWithNewKey: 'User created with new key successfully!',
  createdWithExistingKey: 'User created with existing key successfully!',
  passwordGenerated: 'Strong password generated!',
  keysFailed: 'Failed to load unassociated keys',
  updateFailed: 'Failed to update user',
  updated: 'User updated successfully!',
  hasStripe: 'Cannot delete user with Stripe integration',
  deleteFailed: (message: string) => `Failed to delete user: ${message}`,
  deleted: (keys: number) => `User deleted successfully! ${keys} keys unassociated.`,
} as const;

/** A short name for a user: the email address, or else the id. */
export const nameOf = ({ id, email }: { id: string; email: string | null }): string => email ?? `user ${id}`;
