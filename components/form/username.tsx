/** Tells password managers whose password a form is about (S7). Not `type="hidden"`, which they would not read. */
export const Username = ({ email, name }: { email: string; name?: string }) => (
  <input type="email" name={name} value={email} autoComplete="username" readOnly hidden />
);
