import { z } from 'zod';
import { Email } from '#lib/email-address/schema.ts';
import { GenerateFuzzyKeyInput } from '#lib/fuzzy-keys/schema.ts';

/** Empty means no email. */
const EmailText = z
  .string()
  .trim()
  .transform((text) => text || null)
  .pipe(z.union([z.null(), Email]));
const RankText = z.string().transform(Number);

export const EditKeyForm = z.object({ email: EmailText, rank: RankText });
export type EditKeyForm = z.output<typeof EditKeyForm>;

export const GenerateKeyForm = EditKeyForm.extend({ description: GenerateFuzzyKeyInput.shape.description });
export type GenerateKeyForm = z.output<typeof GenerateKeyForm>;
