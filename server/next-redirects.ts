import type { ServerResponse } from 'node:http';

/**
 * Pages redirect, for example to the login, with 303 instead of Next's 307 (docs/decisions/0027). No redirect of Next
 * is stored: it depends on the caller, and Next itself gives some of them the headers of the page, or none.
 */
export function changeRedirects(res: ServerResponse): void {
  const writeHead = res.writeHead.bind(res) as (status: number, ...rest: unknown[]) => ServerResponse;
  res.writeHead = (status: number, ...rest: unknown[]) => {
    if (status >= 300 && status < 400 && status !== 304) res.setHeader('cache-control', 'no-store');
    return writeHead(status === 307 ? 303 : status, ...rest);
  };
}
