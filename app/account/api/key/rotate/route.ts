import { RotateOwnKeyInput } from '#lib/fuzzy-keys/schema.ts';
import { route } from '#lib/http/route.ts';
import { rotateOwnKey } from '#lib/lifecycle/own-key.ts';

export const POST = route({ access: 'user', body: RotateOwnKeyInput }, ({ ctx, body }) => rotateOwnKey(ctx, body));
