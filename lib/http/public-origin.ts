import { env, isBuilding } from '#lib/base/settings/env.ts';

/** APP_URL while Next builds, a domain that can never exist (RFC 6761 §6.4). No page of the build is served. */
const BUILD_ORIGIN = 'https://origin.invalid';

/** The origin of absolute URLs in a page. A build does not know it. */
export const publicOrigin = () => (isBuilding() ? BUILD_ORIGIN : env().APP_URL);
