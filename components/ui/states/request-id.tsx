/** Identifies the request in the server's log. */
export function RequestId({ id }: { id: string }) {
  return (
    <>
      Request ID <code className="inline-block max-w-full font-mono text-label break-all select-all">{id}</code>
    </>
  );
}
