/** Beside the button whose press accepts the terms: a sentence, because a tick would say no more than the press. */
export function AcceptanceNote({ button }: { button: string }) {
  const link = 'underline underline-offset-4 hover:text-ink';
  return (
    <p className="text-small text-muted">
      By pressing “{button}” you accept the{' '}
      <a href="/terms" target="_blank" className={link}>
        terms
      </a>
      . What we store is in the{' '}
      <a href="/privacy" target="_blank" className={link}>
        privacy policy
      </a>
      .
    </p>
  );
}
