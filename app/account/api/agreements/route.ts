import { listAgreements } from '#lib/acceptances/agreements.ts';
import { AgreementsView } from '#lib/acceptances/views.ts';
import { route } from '#lib/routes/route.ts';

export const GET = route(
  { access: 'user', summary: 'Show what you have accepted', answer: AgreementsView },
  ({ ctx }) => listAgreements(ctx),
);
