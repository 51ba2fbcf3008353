import { paths } from '#lib/base/paths.ts';
import { seeOther } from '#lib/routes/form-route.ts';

export const dynamic = 'force-dynamic';

/** Where password managers send people to change their password (W3C, A Well-Known URL for Changing Passwords). */
export const GET = () => seeOther(paths.changePassword);
