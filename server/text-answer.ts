import type { ServerResponse } from 'node:http';

/** Answers with one line of text. */
export function answerText(res: ServerResponse, status: number, text: string): void {
  res.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }).end(`${text}\n`);
}
