/** An error in one line, with its cause: fetch says only "fetch failed", and settings have a line each. */
export function oneLineOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const each = error instanceof AggregateError ? error.errors.map(oneLineOf).join('; ') : '';
  const own = error.message || each || code || error.name;
  const { cause } = error;
  const text = cause instanceof Error && !own.includes(cause.message) ? `${own}: ${oneLineOf(cause)}` : own;
  const lines = text.split('\n').map((line) => line.trim());
  const joined = lines
    .filter(Boolean)
    .reduce((said, line) => (said ? `${said}${said.endsWith(':') ? ' ' : '; '}${line}` : line), '');
  return /[.;]$/.test(joined) ? joined.slice(0, -1) : joined;
}
