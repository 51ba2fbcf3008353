/** Tells a password manager whose password a form is about (S7). Not shown, but no hidden input, which it would not read. */
export const Username = ({ email, name }: { email: string; name?: string }) => (
  <input type="email" name={name} value={email} autoComplete="username" readOnly hidden />
);
