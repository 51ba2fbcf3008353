import { chooseAccount, listAccounts } from '#lib/accounts/own-accounts.ts';
import { ChooseAccountInput } from '#lib/accounts/schema.ts';
import { AccountsView } from '#lib/accounts/views.ts';
import { DoneView } from '#lib/http/answers/views.ts';
import { route } from '#lib/routes/route.ts';

export const GET = route(
  { access: 'user', summary: 'List the accounts that you are a member of', answer: AccountsView },
  ({ ctx }) => listAccounts(ctx),
);

export const PUT = route(
  {
    access: 'user',
    summary: 'Choose the account that this session acts for',
    body: ChooseAccountInput,
    answer: DoneView,
    refuses: ['not_found'],
  },
  async ({ ctx, body }) => {
    await chooseAccount(ctx, body.account_id);
    return { status: 'ok' };
  },
);
