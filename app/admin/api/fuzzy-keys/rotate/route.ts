import { rotateFuzzyKey } from '#lib/fuzzy-keys/rotate.ts';
import { RotateFuzzyKeyInput } from '#lib/fuzzy-keys/schema.ts';
import { statusRoute } from '#lib/http/status-route.ts';

export const POST = statusRoute({ access: 'admin', body: RotateFuzzyKeyInput }, ({ ctx, body }) =>
  rotateFuzzyKey(ctx, body),
);
