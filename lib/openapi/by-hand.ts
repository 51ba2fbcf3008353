import { z } from 'zod';
import { AcceptDpaInput } from '#lib/acceptances/schema.ts';
import { ForgotPasswordInput, LogInInput, ResetPasswordFormInput, SecondFactorInput } from '#lib/auth/schema.ts';
import { SignUpFormInput, VerifyEmailInput } from '#lib/auth/schema.ts';
import { BillingQuery, BuyDetailsInput, BuyInput, BuyQuery } from '#lib/billing/schema.ts';
import { DecisionInput } from '#lib/oauth/schema.ts';
import { EmailChangeLinkInput } from '#lib/users/schema.ts';
import type { DescribedCall, Method } from './described-call.ts';
import { PROVIDER_CALLS } from './provider-calls.ts';

const FORM = 'application/x-www-form-urlencoded';
/** These endpoints have their own formats for errors; `answers` and `details` describe them. */
const common = { access: 'public', refuses: [] } as const;

/** Endpoints without `route`: plain forms, links, Stripe's webhook, server/index.ts's own, and the OpenID provider's. */
export const CALLS_BY_HAND: readonly DescribedCall[] = [
  form('/login/form', 'Log in without JavaScript', LogInInput),
  form('/login/totp/form', 'Complete a login without JavaScript', SecondFactorInput),
  form('/signup/form', 'Create an account without JavaScript', SignUpFormInput),
  form(
    '/verify/form',
    'Verify an email address without JavaScript, or request a new link (no token)',
    VerifyEmailInput.partial({ token: true }),
  ),
  form('/forgot/form', 'Request a password reset without JavaScript', ForgotPasswordInput),
  form('/reset/form', 'Set a new password without JavaScript', ResetPasswordFormInput),
  form('/change/email/confirm/form', 'Confirm a new email address without JavaScript', EmailChangeLinkInput),
  form('/change/email/undo/form', 'Undo a change of address without JavaScript', EmailChangeLinkInput),
  link('/buy', 'Buy a plan: redirect to the checkout, to a page that asks which plan, or to the login first', BuyQuery),
  form(
    '/dpa/form',
    'Accept the data processing agreement: redirect to the account, or to the login first',
    AcceptDpaInput,
  ),
  form(
    '/buy/details/form',
    'Say who buys and accept the terms: redirect to `/buy`, or to the login first',
    BuyDetailsInput,
  ),
  form('/buy/form', 'Buy the chosen one of two plans: redirect to the checkout, or to the login first', BuyInput),
  link('/billing', 'Redirect to the billing portal, or to the login first', BillingQuery),
  link('/billing/back', 'Sync after a visit to the billing portal, then redirect to the dashboard'),
  consent('POST', '/oauth2/authorize/{uid}', 'Authorize or deny on the consent page', DecisionInput),
  consent('GET', '/oauth2/authorize/{uid}/login', 'Continue an authorization after a login'),
  consent('POST', '/oauth2/authorize/{uid}/login', 'Continue an authorization after a login, by POST'),
  consent('POST', '/oauth2/device/{uid}', 'Authorize or deny a device on the consent page', DecisionInput),
  consent('GET', '/oauth2/device/{uid}/login', 'Continue the authorization of a device after a login'),
  consent('POST', '/oauth2/device/{uid}/login', 'Continue the authorization of a device after a login, by POST'),
  {
    ...common,
    method: 'POST',
    path: '/api/webhooks/stripe',
    summary: 'Receive a Stripe event',
    details: 'The Stripe-Signature header signs the raw body, which may have at most 512 kB.',
    body: z.looseObject({ id: z.string(), type: z.string() }),
    answers: jsonAnswer(z.object({ received: z.literal(true) })),
    refuses: ['malformed', 'body_too_large', 'internal', 'unavailable'],
  },
  service('/healthz', 'Check that the process answers', textAnswer('The process answers.')),
  {
    ...service('/readyz', 'Check that the service is ready', textAnswer('The service is ready.')),
    details: 'Otherwise the status is 503 and the body names what is missing.',
  },
  service('/api/openapi.json', 'Get this description', jsonAnswer(z.looseObject({ openapi: z.string() }))),
  service('/.well-known/change-password', 'Open the change of password, for password managers', {
    303: { description: 'Redirect to the account page, which opens the dialog.' },
  }),
  service('/.well-known/security.txt', 'Get the contact for security reports', textAnswer('The contact (RFC 9116).')),
  ...PROVIDER_CALLS,
];

function form(path: string, summary: string, body: z.ZodType): DescribedCall {
  const answers = {
    303: { description: 'Redirect to the next page, or after a refusal to the same page with `error`.' },
  };
  return { ...common, method: 'POST', path, summary, body, bodyType: FORM, answers };
}

function link(path: string, summary: string, query?: z.ZodType): DescribedCall {
  const answers = {
    303: { description: 'Redirect to Stripe, to the login or to a page of this site.' },
    400: pageAnswer('A page that says why.'),
  };
  return { ...common, method: 'GET', path, summary, query, answers };
}

function consent(method: Method, path: string, summary: string, body?: z.ZodType): DescribedCall {
  const answers = { 303: { description: 'Redirect to the application, to the login, or back to the page.' } };
  return { ...common, method, path, summary, params: z.object({ uid: z.string() }), body, bodyType: FORM, answers };
}

function service(path: string, summary: string, answers: DescribedCall['answers']): DescribedCall {
  return { ...common, method: 'GET', path, summary, answers };
}

function jsonAnswer(schema: z.ZodType): DescribedCall['answers'] {
  return { 200: { description: 'Success.', schema, mediaType: 'application/json' } };
}

function textAnswer(description: string): DescribedCall['answers'] {
  return { 200: { description, mediaType: 'text/plain' } };
}

function pageAnswer(description: string): DescribedCall['answers'][number] {
  return { description, mediaType: 'text/html' };
}
