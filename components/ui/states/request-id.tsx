/** Identifies the request in the server's log. */
export function RequestId({ id }: { id: string }) {
  return (
    <>
      Request ID <code className="font-mono break-all select-all">{id}</code>
    </>
  );
}
