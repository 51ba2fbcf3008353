import type { Stack } from '#dev/tests/test-stack.ts';

const isDevice = (cookie: string) => cookie.startsWith('rspamd_premium_device=');

/** Logs in the admin. Returns the session and device cookies, and the request body. Throws if the login fails. */
export async function logInAsAdmin({ coordinates }: Stack): Promise<{ cookie: string; device: string; body: string }> {
  const { BASE_URL = '', ADMIN_EMAIL, ADMIN_PASSWORD } = coordinates;
  const body = JSON.stringify({ email: ADMIN_EMAIL, password: ADMIN_PASSWORD });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${BASE_URL}/login/email`, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`The login failed: ${response.status} ${await response.text()}`);
  const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
  const [session, device] = [cookies.find((cookie) => !isDevice(cookie)), cookies.find(isDevice)];
  if (!session) throw new Error('The login set no session cookie.');
  return { cookie: session, device: device ?? '', body };
}
