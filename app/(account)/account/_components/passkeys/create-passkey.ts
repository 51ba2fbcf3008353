import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/browser';
import { ApiError } from '#lib/api-client/api-client.ts';

const TEXTS: Readonly<Record<string, string>> = {
  InvalidStateError: 'This device already has a passkey for your account.',
  NotAllowedError: 'No passkey was created: it was cancelled or took too long. Please try again.',
  AbortError: 'No passkey was created: it was cancelled or took too long. Please try again.',
  ConstraintError: 'This device can’t store passkeys. Please try another one.',
  NotSupportedError: 'This device can’t store passkeys. Please try another one.',
};

/** Has the browser create a passkey. Throws an ApiError whose message says why it failed. */
export async function createPasskey(options: object): Promise<RegistrationResponseJSON> {
  try {
    const { startRegistration } = await import('@simplewebauthn/browser');
    return await startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON });
  } catch (error) {
    const text = error instanceof Error ? TEXTS[error.name] : undefined;
    throw new ApiError(text ?? 'Your browser could not create a passkey. Please try again.', {
      status: 0,
      code: 'unknown',
    });
  }
}
