import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { FirstAnswers } from './first-answers.tsx';

function Shown() {
  const { data = 'nothing' } = useQuery({ queryKey: ['word'], queryFn: () => 'asked' });
  return <p>{data}</p>;
}

const html = (client: QueryClient) =>
  renderToString(
    <QueryClientProvider client={client}>
      <Shown />
      <FirstAnswers answers={[{ key: ['word'], data: 'given' }]} at={5}>
        <Shown />
      </FirstAnswers>
    </QueryClientProvider>,
  );

test('provides data to queries below it in the HTML, even if a component above has started the same query', () => {
  const client = new QueryClient();
  expect(html(client)).toBe('<p>nothing</p><p>given</p>');
  expect(client.getQueryState(['word'])?.dataUpdatedAt).toBe(5);
});

test('keeps data that the query client already has', () => {
  const client = new QueryClient();
  client.setQueryData(['word'], 'newer');
  expect(html(client)).toBe('<p>newer</p><p>newer</p>');
});
