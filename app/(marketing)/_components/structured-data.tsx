import { publicOrigin } from '#lib/http/public-origin.ts';
import { structuredData, toScriptText } from '#lib/marketing/structured-data.ts';

/** Plans and prices for search engines. The CSP does not block JSON-LD, because browsers do not execute it. */
export function StructuredData() {
  return structuredData(publicOrigin()).map((thing, index) => (
    <script key={index} type="application/ld+json" dangerouslySetInnerHTML={{ __html: toScriptText(thing) }} />
  ));
}
