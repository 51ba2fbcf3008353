/** The session cookie of the copy's first admin. */
export async function signIn({ BASE_URL, ADMIN_EMAIL, ADMIN_PASSWORD }: Record<string, string>): Promise<string> {
  const login = await fetch(`${BASE_URL}/login/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: ADMIN_EMAIL, password: ADMIN_PASSWORD }),
  });
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0];
  if (!cookie) throw new Error(`signing in failed: ${await login.text()}`);
  return cookie;
}
