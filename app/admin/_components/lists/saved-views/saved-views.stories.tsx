import { useState } from 'react';
import { ok, refused, type StubAnswer, type StubAnswers } from '#components/stories/stub-server.tsx';
import { StubScreen } from '#components/stories/stub-screen.tsx';
import { SavedViews } from './saved-views.tsx';

export default { title: 'admin/Saved views' };

const LATE = { id: '0197a000-0000-7000-8000-000000000001', name: 'Late payers', query: 'subscription=past_due' };
const views = (...all: object[]) => ok({ views: all });

function Screen({ start }: { start: string }) {
  const [query, setQuery] = useState(start);
  const view = Object.fromEntries(new URLSearchParams(query));
  return <SavedViews list="users" path="/admin" view={view} onOpen={setQuery} />;
}
const story = (list: StubAnswer | [StubAnswer, ...StubAnswer[]], start: string, more: StubAnswers = {}) => (
  <StubScreen answers={{ 'GET /admin/api/views': list, ...more }}>
    <Screen start={start} />
  </StubScreen>
);

export const None = () => story(views(), '');
export const Two = () =>
  story(views(LATE, { ...LATE, id: '2', name: 'Admins by email', query: 'admin=true&sort=email' }), '');
/** The first attempt fails because the name is taken; the second saves the view. */
export const Saving = () =>
  story([views(), views(LATE)], 'subscription=past_due', {
    'POST /admin/api/views': [
      refused(422, 'invalid', 'You already have a view with this name.', {
        fields: { name: 'You already have a view with this name.' },
      }),
      ok(LATE),
    ],
  });
export const WithAddress = () =>
  story(views(), 'search=ada%40example.com', {
    'POST /admin/api/views': refused(422, 'invalid', 'A view cannot keep an email address.', {
      fields: { query: 'A view cannot keep an email address.' },
    }),
  });
export const Current = () =>
  story([views(LATE), views({ ...LATE, name: 'Past due' }), views()], 'subscription=past_due', {
    [`PUT /admin/api/views/${LATE.id}`]: ok({ ...LATE, name: 'Past due' }),
    [`DELETE /admin/api/views/${LATE.id}`]: ok({ status: 'ok' }),
  });
