import { DomainError } from '#lib/base/errors.ts';
import { paths } from '#lib/base/paths.ts';

/**
 * Every code of the error card at /oauth2/authorize. The first line has the customer's texts (docs/product.md); the
 * second is for requests that have ended, which are no error; the third is for logouts.
 */
export const CARD_CODES = [
  ...(['invalid_request', 'unsupported_response_type', 'invalid_client', 'invalid_redirect_uri'] as const),
  ...(['temporarily_unavailable', 'server_error', 'failed'] as const),
  ...(['expired', 'invalid_request_uri', 'answered', 'other_browser', 'other_site', 'other_login'] as const),
  ...(['invalid_logout', 'logout_failed'] as const),
] as const;
export type CardCode = (typeof CARD_CODES)[number];
/** Why a request has ended for this browser. */
export type EndedCode = 'expired' | 'invalid_request_uri' | 'answered' | 'other_browser' | 'other_site' | 'other_login';

/** The URL of the error card. It carries only the code. */
export const errorCard = (code: CardCode): string => paths.authorize({ error: code });

/** A request that cannot continue in this browser. */
export class RequestEnded extends DomainError {
  readonly card: EndedCode;

  constructor(card: EndedCode) {
    super(card === 'expired' || card === 'answered' ? 'not_found' : 'forbidden', `This request has ended: ${card}.`);
    this.card = card;
  }
}

/** The card for a refusal of our own code: its own one if the request has ended, else the customer's general text. */
export const cardOfRefusal = (error: unknown): CardCode => (error instanceof RequestEnded ? error.card : 'failed');

/** The cards of the provider's error codes, where they have one. */
const OF_PROVIDER: Readonly<Record<string, CardCode>> = {
  invalid_request: 'invalid_request',
  unsupported_response_type: 'unsupported_response_type',
  invalid_client: 'invalid_client',
  invalid_client_metadata: 'invalid_client', // of a metadata document
  invalid_redirect_uri: 'invalid_redirect_uri',
  invalid_request_uri: 'invalid_request_uri',
  temporarily_unavailable: 'temporarily_unavailable',
  server_error: 'server_error',
};
const INVALID_LOGOUT = ['invalid_request', 'invalid_client'];

/**
 * The card for an error of the provider that it does not send to the client. `route` is the provider's name of the
 * endpoint. A request that has ended is not known here: see `findOwnRequest`.
 */
export function cardOfProvider(route: string, error: string): CardCode {
  if (route === 'end_session') return INVALID_LOGOUT.includes(error) ? 'invalid_logout' : 'logout_failed';
  if (route.startsWith('end_session')) return 'logout_failed'; // our own form, but of an earlier session
  return (Object.hasOwn(OF_PROVIDER, error) ? OF_PROVIDER[error] : undefined) ?? 'failed';
}
