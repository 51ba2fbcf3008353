import { slugOf } from '#lib/base/text/format.ts';
import {
  POLICIES_CHANGED,
  type Policy,
  type PolicyCookie,
  type PolicySection,
} from '#lib/marketing/policies/policy.ts';

type PolicyTextProps = { policy: Policy; headingLevel: 'h2' | 'h3' };

/** The text of a policy, for its page and the dialog. On the page (h2) each section has an anchor. */
export function PolicyText({ policy, headingLevel }: PolicyTextProps) {
  return (
    <div className="@container max-w-measure space-y-8">
      {policy.sections.map((section) => (
        <Section key={section.title} section={section} Heading={headingLevel} />
      ))}
      <Dated dated={policy.dated === undefined ? { changed: POLICIES_CHANGED } : policy.dated} />
    </div>
  );
}

function Dated({ dated }: { dated: NonNullable<Policy['dated']> | null }) {
  if (!dated) return null;
  const isVersion = 'version' in dated;
  const day = isVersion ? dated.version : dated.changed;
  return (
    <p className="border-t pt-4 text-small text-muted">
      {isVersion ? 'Version' : 'Last changed on'} <time dateTime={day}>{day}</time>.
    </p>
  );
}

function Section({ section, Heading }: { section: PolicySection; Heading: 'h2' | 'h3' }) {
  return (
    <section id={Heading === 'h2' ? slugOf(section.title) : undefined} className="space-y-3">
      <Heading className="font-semibold">{section.title}</Heading>
      {section.paragraphs?.map((text) => (
        <p key={text} className="wrap-break-word text-muted">
          <Linked text={text} />
        </p>
      ))}
      {section.facts && <Facts facts={section.facts} />}
      {section.cookies && <CookieTable cookies={section.cookies} />}
    </section>
  );
}

function Facts({ facts }: { facts: NonNullable<PolicySection['facts']> }) {
  return (
    <dl className="divide-y border-y">
      {facts.map(({ name, text }) => (
        <div key={name} className="gap-4 py-3 @lg:grid @lg:grid-cols-[9rem_1fr]">
          <dt className="font-medium">{name}</dt>
          <dd className="wrap-break-word text-muted">
            <Linked text={text} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const LINKED = /(\[[^\][]+\]\([^()]+\)|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)/;

/** A text with its email addresses, and what it writes as `[words](/path)`, as links. */
const Linked = ({ text }: { text: string }) =>
  text.split(LINKED).map((part, index) => {
    if (index % 2 === 0) return part;
    const [words, href] = part.startsWith('[') ? part.slice(1, -1).split('](') : [part, `mailto:${part}`];
    return (
      <a key={index} href={href} className="rounded-sm text-ink underline underline-offset-4 hover:text-signal">
        {words}
      </a>
    );
  });

/** A table. In a narrow container, each row becomes a card. */
function CookieTable({ cookies }: { cookies: readonly PolicyCookie[] }) {
  return (
    <table className="block w-full text-left text-small @lg:table">
      <thead className="sr-only @lg:not-sr-only">
        <tr className="border-b">
          {['Name', 'What for', 'How long'].map((title) => (
            <th key={title} scope="col" className="py-2 pr-4 label-mono font-normal">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block divide-y border-b @lg:table-row-group">
        {cookies.map((cookie) => (
          <tr key={cookie.name} className="block py-3 align-top @lg:table-row @lg:py-0">
            <th scope="row" className="block font-normal @lg:table-cell @lg:py-3 @lg:pr-4 @lg:whitespace-nowrap">
              <code className="font-mono break-all">{cookie.name}</code>
              {cookie.isSigned && ' †'}
            </th>
            <td className="block text-muted @lg:table-cell @lg:py-3 @lg:pr-4">{cookie.purpose}</td>
            <td className="block text-muted @lg:table-cell @lg:py-3">{cookie.lifetime}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
