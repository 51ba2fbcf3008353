import { getRegistrationSettings, updateRegistrationSettings } from '#lib/oauth/clients/manage-registration.ts';
import { RegistrationSettings } from '#lib/oauth/views.ts';
import { route } from '#lib/routes/route.ts';

export const GET = route(
  { access: 'admin', summary: 'Show how OAuth2 clients may register themselves', answer: RegistrationSettings },
  ({ ctx }) => getRegistrationSettings(ctx),
);
export const PUT = route(
  {
    access: 'admin',
    summary: 'Let OAuth2 clients register themselves, or not',
    body: RegistrationSettings,
    answer: RegistrationSettings,
    refuses: ['reauthentication_required'],
  },
  ({ ctx, body }) => updateRegistrationSettings(ctx, body),
);
