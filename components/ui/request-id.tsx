/** The number under which the server's log holds what happened. */
export function RequestId({ id }: { id: string }) {
  return (
    <>
      Request ID <code className="font-mono break-all select-all">{id}</code>
    </>
  );
}
