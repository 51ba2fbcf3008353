import { randomUUID } from 'node:crypto';
import type { Configuration } from 'oidc-provider';
import { randomToken } from '#lib/base/crypto.ts';
import type { RegistrationSettings } from '#lib/oauth/views.ts';
import { REGISTRATION_POLICY } from './initial-token.ts';
import { mayFetchDocument, mayUseDocument } from './metadata-documents.ts';
import { applyRegistrationPolicy } from './register-client.ts';

type Features = NonNullable<Configuration['features']>;

/**
 * The provider's features for clients that no admin registers. Without initial access tokens the registration endpoint
 * would be open. Registration access tokens are off, because admins manage clients.
 */
export const registrationFeatures = (settings: RegistrationSettings): Features => ({
  registration: {
    enabled: settings.registration,
    initialAccessToken: true,
    policies: { [REGISTRATION_POLICY]: applyRegistrationPolicy },
    issueRegistrationAccessToken: false,
    idFactory: () => randomUUID(),
    secretFactory: () => randomToken(),
  },
  clientIdMetadataDocument: {
    enabled: settings.metadata_documents,
    ack: CONFIRMED_DRAFT,
    allowFetch: mayFetchDocument,
    allowClient: mayUseDocument,
  },
});

/** The draft that oidc-provider implements. The library warns at each start unless we confirm the version. */
const CONFIRMED_DRAFT = 'draft-02';
