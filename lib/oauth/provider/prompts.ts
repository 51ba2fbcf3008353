import { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { TWO_FACTOR_ACR } from '#lib/oauth/authentication.ts';
import { acrAskedFor } from './claims-parameter.ts';

const { Check, Prompt } = interactionPolicy;

/**
 * The provider's own rules for prompts, with two changes: `create` asks for a new account (Initiating User Registration
 * 1.0), and a login must have the factors that the request or the client's minimum asks for. A stored prompt
 * contains only its time (Unix ms), what the login needs, and the subject of an id_token_hint (S76).
 */
export function loginAndConsent() {
  const policy = interactionPolicy.base();
  policy.add(new Prompt({ name: 'create', requestable: true }, () => ({ asked_at: Date.now() })), 0);
  const [login, consent] = [policy.get('login'), policy.get('consent')];
  const hint = login?.checks.get('id_token_hint');
  if (!login || !consent || !hint) throw new Error("the provider's prompts are not as expected");
  login.details = consent.details = () => ({ asked_at: Date.now() });
  hint.details = (ctx) => ({ expected_sub: ctx.oidc.entities.IdTokenHint?.payload.sub });
  // acr_values would replace an essential acr of the claims parameter; ours reads both
  for (const own of ['essential_acr', 'essential_acrs']) login.checks.remove(own);
  login.checks.add(
    new Check(
      'two_factor',
      'End-User authentication with two factors is required',
      'login_required',
      lacksFactor,
      () => ({
        two_factor: true,
      }),
    ),
  );
  login.checks.add(
    new Check('device_max_age', 'End-User authentication is required', 'login_required', lacksDeviceLogin, () => ({
      fresh: true,
    })),
  );
  return policy;
}

/** The client's minimum counts whatever the request says. */
function lacksFactor({ oidc }: KoaContextWithOIDC): boolean {
  const { client, params = {}, session } = oidc;
  return (client?.require_two_factor === true || asksForTwoFactor(params)) && session?.acr !== TWO_FACTOR_ACR;
}

function asksForTwoFactor({ acr_values: values, claims }: Record<string, unknown>): boolean {
  const asked = typeof values === 'string' ? values.split(' ') : [];
  return [...asked, ...acrAskedFor(claims)].includes(TWO_FACTOR_ACR);
}

/** The provider turns `max_age=0` into `prompt=login`, which it then leaves out of a device's request. */
const lacksDeviceLogin = ({ oidc }: KoaContextWithOIDC): boolean =>
  oidc.entities.DeviceCode?.params?.prompt === 'login' && !oidc.result?.login;
