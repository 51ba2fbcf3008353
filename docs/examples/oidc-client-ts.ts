/**
 * A page that logs people in with oidc-client-ts 3 (npm install oidc-client-ts). Register it as a public client, with
 * the redirect URI <origin>/callback and the URI after logout <origin>/.
 */
import { UserManager } from 'oidc-client-ts';

type Settings = { issuer: string; clientId: string };

export async function startApplication({ issuer, clientId }: Settings): Promise<void> {
  const { origin, pathname } = window.location;
  const users = new UserManager({
    authority: issuer,
    client_id: clientId,
    redirect_uri: `${origin}/callback`,
    post_logout_redirect_uri: `${origin}/`,
    scope: 'openid email',
    loadUserInfo: true, // the ID token contains no email
    automaticSilentRenew: true, // by the refresh token, without a frame
    revokeTokensOnSignout: true,
  });
  if (pathname === '/callback') {
    await users.signinCallback();
    window.history.replaceState(null, '', '/');
  }

  const button = (text: string, act: () => Promise<unknown>) => {
    const element = document.createElement('button');
    element.textContent = text;
    element.addEventListener('click', () => void act().then(show));
    return element;
  };
  const show = async () => {
    const user = await users.getUser();
    if (!user)
      return document.body.replaceChildren(
        'Not logged in ',
        button('Log in', () => users.signinRedirect()),
      );
    const renew = button('Renew', () => users.signinSilent());
    const logOut = button('Log out', () => users.signoutRedirect());
    document.body.replaceChildren(`Hello ${user.profile.email ?? ''} `, renew, logOut);
  };
  await show();
}
