import { z } from 'zod';
import { Email } from '#lib/users/email.ts';

/** `POST login/email` (spec §7). The password is judged by its hash alone. */
export const LogInInput = z.object({ email: Email, password: z.string().min(1).max(4096) });
export type LogInInput = z.infer<typeof LogInInput>;
