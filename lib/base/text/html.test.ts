import { expect, test } from 'vitest';
import { html } from './html.ts';

test.each([
  ['<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)&gt;'],
  ['" onclick="alert(1)', '&quot; onclick=&quot;alert(1)'],
  ["' onclick='alert(1)", '&#39; onclick=&#39;alert(1)'],
  ['&lt;b&gt;', '&amp;lt;b&amp;gt;'],
])('escapes %j in text and attributes (S40)', (typed, shown) =>
  expect(html`<a title="${typed}">${typed}</a>`.markup).toBe(`<a title="${shown}">${shown}</a>`),
);

test('keeps nested markup, and escapes the values in it once', () =>
  expect(html`<p>${html`<b>${'<'}</b>`}${2}</p>`.markup).toBe('<p><b>&lt;</b>2</p>'));
