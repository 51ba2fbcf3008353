import { generateFuzzyKey } from '#lib/fuzzy-keys/admin.ts';
import { GenerateFuzzyKeyInput } from '#lib/fuzzy-keys/schema.ts';
import { statusRoute } from '#lib/http/status-route.ts';

export const POST = statusRoute({ access: 'admin', body: GenerateFuzzyKeyInput }, ({ ctx, body }) =>
  generateFuzzyKey(ctx, body),
);
