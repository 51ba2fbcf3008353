import { appendFileSync } from 'node:fs';

/** A request that the emulator accepted. `form` is the body of a POST, or the query. */
export type AcceptedRequest = { method: string; path: string; form: string };

/** Adds a request to the file named by EMULATOR_REQUESTS_FILE, for `compare/main.ts`. Does nothing without that variable. */
export function noteRequest(request: AcceptedRequest): void {
  const file = process.env['EMULATOR_REQUESTS_FILE'];
  if (file) appendFileSync(file, `${JSON.stringify(request)}\n`);
}
