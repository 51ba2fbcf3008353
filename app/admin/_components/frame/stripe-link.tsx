/** The id of a Stripe object, linked to Stripe's dashboard if `url` is known. */
export function StripeLink({ url, children }: { url: string | null; children: string }) {
  if (url === null) return <code className="font-mono text-small wrap-anywhere">{children}</code>;
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      title="Open in the Stripe dashboard"
      className="font-mono text-small wrap-anywhere underline underline-offset-4"
    >
      {children}
    </a>
  );
}
