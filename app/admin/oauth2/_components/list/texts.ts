import { ApiError } from '#lib/api-client/api-client.ts';

/** The query key of the clients. */
export const OAUTH_CLIENTS = ['admin', 'oauth2', 'clients'];

/** The anchor of the provider's endpoints. */
export const ENDPOINTS_ID = 'endpoints';

/** The customer's texts for the OAuth2 screen (docs/product.md, "Fixed texts"). */
export const texts = {
  loadFailed: 'Failed to load OAuth2 clients.',
  forbidden: 'Failed to load OAuth2 clients. You may not have admin privileges.',
  tokensFailed: 'Failed to load tokens.',
  createFailed: 'Failed to create client',
  updateFailed: 'Failed to update client',
  deleteFailed: 'Failed to delete client',
  regenerateFailed: 'Failed to regenerate secret',
  revokeFailed: 'Failed to revoke token',
  created: 'OAuth2 client created successfully',
  updated: 'OAuth2 client updated successfully',
  deleted: 'OAuth2 client deleted successfully',
  regenerated: 'Client secret regenerated successfully',
  revoked: 'Token revoked successfully',
  copied: 'Copied to clipboard',
  blockFailed: 'Failed to update client',
  askBlock: 'Its tokens end now, and no one can log in to it until you unblock it.',
  askUnblock: 'People can log in to it again. They keep what they consented to.',
  settingsFailed: 'Failed to load how clients may register.',
  initialTokensFailed: 'Failed to load initial access tokens.',
  settingsSaved: 'Settings saved',
  askRevokeInitial: 'It registers no further clients. Those that it has registered stay.',
  initialRevoked: 'Initial access token revoked',
  askDelete: 'Are you sure you want to delete this OAuth2 client? This action cannot be undone.',
  askRegenerate:
    'Are you sure you want to regenerate the client secret? Existing applications will stop working until updated.',
  askRevoke: 'Are you sure you want to revoke this token?',
} as const;

/** The server's error text if it sent one, else `fallback`. */
export const failureText = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.body['error'] === error.message ? error.message : fallback;
