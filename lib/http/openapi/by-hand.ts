import { z } from 'zod';
import { ForgotPasswordInput, LogInInput, ResetPasswordFormInput, SecondFactorInput } from '#lib/auth/schema.ts';
import { BillingQuery, BuyQuery } from '#lib/billing/schema.ts';
import { DecisionInput } from '#lib/oauth/schema.ts';
import { EmailChangeLinkInput, SignUpFormInput, VerifyEmailInput } from '#lib/users/schema.ts';
import type { DescribedCall, Method } from './described-call.ts';
import { PROVIDER_CALLS } from './provider-calls.ts';

const FORM = 'application/x-www-form-urlencoded';
/** They refuse in forms of their own, which `answers` and `details` say. */
const common = { access: 'public', refuses: [] } as const;

/** The calls that are not handlers of `route`: plain forms, links, Stripe's, server.ts's, and the OpenID provider's. */
export const CALLS_BY_HAND: readonly DescribedCall[] = [
  form('/login/form', 'Log in from a page without script', LogInInput),
  form('/login/totp/form', 'Complete a login from a page without script', SecondFactorInput),
  form('/signup/form', 'Create an account from a page without script', SignUpFormInput),
  form(
    '/verify/form',
    'Verify an address from a page without script; without a token, ask for a new link',
    VerifyEmailInput.partial({ token: true }),
  ),
  form('/forgot/form', 'Ask for a new password from a page without script', ForgotPasswordInput),
  form('/reset/form', 'Set a new password from a page without script', ResetPasswordFormInput),
  form('/change/email/confirm/form', 'Confirm a new address from a page without script', EmailChangeLinkInput),
  form('/change/email/undo/form', 'Undo a change of address from a page without script', EmailChangeLinkInput),
  link('/buy', 'Buy a plan: leads to the checkout, or to the login first', BuyQuery),
  link('/billing', 'Open the billing portal, or the login first', BillingQuery),
  consent('POST', '/oauth2/authorize/{uid}', 'Authorize or deny, on the consent page', DecisionInput),
  consent('GET', '/oauth2/authorize/{uid}/login', 'Go on with an authorization after a login'),
  consent('POST', '/oauth2/authorize/{uid}/login', 'The same, asked by POST'),
  {
    ...common,
    method: 'POST',
    path: '/api/webhooks/stripe',
    summary: 'Take an event of Stripe',
    details: 'The header Stripe-Signature signs the raw body, which has at most 512 kB.',
    body: z.looseObject({ id: z.string(), type: z.string() }),
    answers: jsonAnswer(z.object({ received: z.literal(true) })),
    refuses: ['malformed', 'body_too_large', 'internal', 'unavailable'],
  },
  service('/healthz', 'Tell whether the process answers', textAnswer('It does.')),
  {
    ...service('/readyz', 'Tell whether the service can serve', textAnswer('It can.')),
    details: 'Otherwise the status is 503 and the body names what is missing.',
  },
  service('/api/openapi.json', 'Get this description', jsonAnswer(z.looseObject({ openapi: z.string() }))),
  service('/.well-known/security.txt', 'Tell whom to write to about a weakness', textAnswer('The contact (RFC 9116).')),
  ...PROVIDER_CALLS,
];

function form(path: string, summary: string, body: z.ZodType): DescribedCall {
  const answers = { 303: { description: 'To the next page; after a refusal to the same one, with `error`.' } };
  return { ...common, method: 'POST', path, summary, body, bodyType: FORM, answers };
}

function link(path: string, summary: string, query: z.ZodType): DescribedCall {
  const answers = { 303: { description: 'To where it is done.' }, 400: pageAnswer('A small page that says why.') };
  return { ...common, method: 'GET', path, summary, query, answers };
}

function consent(method: Method, path: string, summary: string, body?: z.ZodType): DescribedCall {
  const answers = { 303: { description: 'To the application, the login, or back to the page.' } };
  return { ...common, method, path, summary, params: z.object({ uid: z.string() }), body, bodyType: FORM, answers };
}

function service(path: string, summary: string, answers: DescribedCall['answers']): DescribedCall {
  return { ...common, method: 'GET', path, summary, answers };
}

function jsonAnswer(schema: z.ZodType): DescribedCall['answers'] {
  return { 200: { description: 'Done.', schema, mediaType: 'application/json' } };
}

function textAnswer(description: string): DescribedCall['answers'] {
  return { 200: { description, mediaType: 'text/plain' } };
}

function pageAnswer(description: string): DescribedCall['answers'][number] {
  return { description, mediaType: 'text/html' };
}
