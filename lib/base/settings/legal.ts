import { env, isBuilding, type Env } from './env.ts';
import { type LEGAL_ENVIRONMENT, nameOfCountry, type Sla, type Subprocessor } from './legal-settings.ts';

/** What the pages about the seller say that is a setting. Only server code knows it: no script contains it. */
export type LegalFacts = {
  name: string;
  address: string;
  vat: string | null;
  registration: string;
  registerPlace: string;
  representative: string | null;
  supportMail: string;
  securityMail: string;
  privacyMail: string;
  /** English names of countries */
  hosting: readonly string[];
  subprocessors: readonly Subprocessor[];
  /** null if the seller has no general SLA */
  sla: Sla | null;
};

type Legal = Pick<
  Env,
  | keyof typeof LEGAL_ENVIRONMENT
  | ('SELLER_NAME' | 'SELLER_ADDRESS' | 'SELLER_VAT' | 'SELLER_REGISTRATION' | 'SELLER_REGISTER_PLACE')
  | ('SELLER_REPRESENTATIVE' | 'SUPPORT_MAIL' | 'SECURITY_MAIL' | 'PRIVACY_MAIL')
>;

/** The settings in the form that the pages use. */
export const legalFactsOf = (values: Legal): LegalFacts => ({
  name: values.SELLER_NAME,
  address: values.SELLER_ADDRESS,
  vat: values.SELLER_VAT ?? null,
  registration: values.SELLER_REGISTRATION,
  registerPlace: values.SELLER_REGISTER_PLACE,
  representative: values.SELLER_REPRESENTATIVE ?? null,
  supportMail: values.SUPPORT_MAIL,
  securityMail: values.SECURITY_MAIL,
  privacyMail: values.PRIVACY_MAIL ?? values.SUPPORT_MAIL,
  hosting: values.HOSTING_COUNTRY.map(nameOfCountry),
  subprocessors: values.SUBPROCESSORS,
  sla: values.SLA ?? null,
});

const INVALID = 'build.invalid';
/** What the pages of a build contain, which are never served. With an SLA, so that the build has its page. */
const BUILD_FACTS: LegalFacts = {
  ...{ name: INVALID, address: INVALID, vat: null, registration: INVALID, registerPlace: INVALID },
  ...{ representative: null, supportMail: `x@${INVALID}`, securityMail: `x@${INVALID}`, privacyMail: `x@${INVALID}` },
  ...{ hosting: [], subprocessors: [] },
  sla: { version: '2026-01-01', applies: INVALID, definition: [], exclusions: [], credits: [], claim: INVALID },
};

/** The seller's facts for the pages about it. */
export const legalFacts = (): LegalFacts => (isBuilding() ? BUILD_FACTS : legalFactsOf(env()));
