/**
 * Rules of the customer's first client, which read the texts of errors (docs/product.md, "Rules that look odd"). Our
 * server sends a code with each error, and the code decides. The text counts only if an error has none of our codes, as
 * with a proxy's error.
 */
type Failure = { code: string; message: string };

/** True if a login failed because the address is not verified. */
export const isUnverified = ({ code, message }: Failure): boolean =>
  code === 'email_not_verified' || (code === 'unknown' && /451|verify/i.test(message));

/** True if a sign-up failed because the password breaks the policy. */
export const isWeakPassword = ({ code, message }: Failure): boolean =>
  code === 'weak_password' || (code === 'unknown' && /403|password/i.test(message));

/** True if an error sends the browser to the home page. No code stands for such an error, so only the text counts. */
export const leadsHome = ({ message }: Pick<Failure, 'message'>): boolean => message.includes('302');
