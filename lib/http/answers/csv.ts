import { toLines, type Cell } from '#lib/base/text/csv.ts';

/** A table as a CSV download, streamed as `rows` yields it. Stops reading when the client disconnects. */
export function csvResponse(fileName: string, columns: readonly string[], rows: AsyncGenerator<Cell[][]>): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(toLines([[...columns]]))),
    pull: async (controller) => {
      const next = await rows.next();
      if (next.done) controller.close();
      else controller.enqueue(encoder.encode(toLines(next.value)));
    },
    cancel: async () => {
      await rows.return(undefined);
    },
  });
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${fileName}"`,
  };
  return new Response(body, { headers });
}
