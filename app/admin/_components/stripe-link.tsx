/** A thing in Stripe's dashboard, by its id. */
export function StripeLink({ path, children }: { path: string; children: string }) {
  return (
    <a
      href={`https://dashboard.stripe.com/${path}`}
      target="_blank"
      rel="noreferrer"
      title="Open in the Stripe dashboard"
      className="font-mono text-small wrap-anywhere underline underline-offset-4"
    >
      {children}
    </a>
  );
}
