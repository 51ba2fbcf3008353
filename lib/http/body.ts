import { DomainError } from '#lib/base/errors.ts';

/** 64 kB, the default limit of a request body (S56). */
export const BODY_LIMIT = 64 * 1024;

/**
 * The body's bytes. Throws `body_too_large` as soon as they exceed `limit`, whatever Content-Length claims, and
 * `malformed` when the client disconnects before the end.
 */
export async function readBody(request: Request, limit = BODY_LIMIT): Promise<Buffer> {
  const tooLarge = () => new DomainError('body_too_large', `The body is larger than ${limit / 1024} kB.`);
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength;
      if (size > limit) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof DomainError ? error : new DomainError('malformed', 'The request body is incomplete.');
  }
  return Buffer.concat(chunks);
}

/** The body as JSON; undefined if it is empty. Throws `unsupported_media_type` or `malformed` (S31). */
export async function readJson(request: Request, limit = BODY_LIMIT): Promise<unknown> {
  const bytes = await readBody(request, limit);
  if (bytes.length === 0) return undefined;
  if (mediaType(request) !== 'application/json')
    throw new DomainError('unsupported_media_type', 'The body must be application/json.');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new DomainError('malformed', 'The body is not valid JSON.');
  }
}

/** A plain form's body as a flat record; a repeated field keeps its last value. Throws `unsupported_media_type`. */
export async function readForm(request: Request): Promise<Record<string, string>> {
  if (mediaType(request) !== 'application/x-www-form-urlencoded')
    throw new DomainError('unsupported_media_type', 'The body must be application/x-www-form-urlencoded.');
  return Object.fromEntries(new URLSearchParams((await readBody(request)).toString('utf8')));
}

const mediaType = (request: Request) => request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase();
