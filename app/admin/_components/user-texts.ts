/** The texts of the users' screen (spec §8). */
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

/** What a person is called where there is no room for more. */
export const nameOf = ({ id, email }: { id: string; email: string | null }): string => email ?? `user ${id}`;
