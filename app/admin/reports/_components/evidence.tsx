import type { ReactNode } from 'react';
import { HostAnswers } from '#components/hash-reports/host-answers.tsx';
import { Removal } from '#components/hash-reports/removal.tsx';
import { CopyButton } from '#components/ui/actions/copy-button.tsx';
import { exactNumber } from '#components/ui/data/number-text.ts';
import { Time } from '#components/ui/data/time.tsx';
import { Badge } from '#components/ui/states/badge.tsx';
import { paths } from '#lib/base/paths.ts';
import { countOf } from '#lib/base/text/format.ts';
import type { DeskReport } from '#lib/hash-reports/views.ts';
import { PanelSection } from '../../_components/frame/panel-section.tsx';

/** What speaks for and against a removal. */
export function Evidence({ report }: { report: DeskReport }) {
  const { digest, note, pasted, question, answer, reason, answers, host_count: hosts } = report;
  return (
    <div className="grid gap-x-8 gap-y-5 text-small lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="min-w-0 space-y-5">
        <PanelSection title="Note">
          <Words>{note || 'None.'}</Words>
        </PanelSection>
        {question && (
          <PanelSection title="Asked">
            <Words>{question}</Words>
            {answer ? (
              <div className="border-l-2 border-line-strong pl-3">
                <Words>{answer}</Words>
              </div>
            ) : (
              <p className="text-muted">No answer yet.</p>
            )}
          </PanelSection>
        )}
        {reason && (
          <PanelSection title="Kept, because">
            <Words>{reason}</Words>
          </PanelSection>
        )}
        <PanelSection title={pasted ? 'Recognised' : 'Hash'}>
          <pre
            // A region that scrolls must be reachable by keyboard.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            tabIndex={0}
            role="region"
            aria-label={pasted ? 'Recognised in what was pasted' : 'All of the hash'}
            className="max-h-48 overflow-y-auto rounded-md bg-sunken p-3 font-mono text-label wrap-anywhere whitespace-pre-wrap"
          >
            {pasted ?? digest}
          </pre>
          <CopyButton text={digest} label="Copy the hash" shown="Copy the hash" />
        </PanelSection>
      </div>
      <div className="min-w-0 space-y-5">
        <Reporter reporter={report.reporter} />
        <PanelSection title="Use">
          <Use report={report} />
        </PanelSection>
        {hosts > 0 && report.state !== 'waiting' && report.state !== 'asked' ? (
          <PanelSection title="Removed">
            <Removal report={report} />
            <Until until={report.stays_away_until} />
          </PanelSection>
        ) : (
          <PanelSection title="Storage hosts">
            {answers.length > 0 ? <HostAnswers answers={answers} /> : <p className="text-muted">None was asked.</p>}
          </PanelSection>
        )}
      </div>
    </div>
  );
}

const Words = ({ children }: { children: ReactNode }) => (
  <p className="max-w-measure wrap-anywhere whitespace-pre-line">{children}</p>
);

const Until = ({ until }: { until: string | null }) =>
  until && (
    <p className="text-muted">
      Refused until <Time at={new Date(until)} />
    </p>
  );

const STANDINGS = {
  new: { tone: 'neutral', text: 'New reporter' },
  good: { tone: 'good', text: 'Good record' },
  poor: { tone: 'bad', text: 'Poor record' },
} as const;

function Reporter({ reporter }: Pick<DeskReport, 'reporter'>) {
  const { user_id: id, email, reports, removed, kept, standing } = reporter;
  return (
    <PanelSection title="Reporter">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <a href={paths.adminUser(id)} className="min-w-0 font-medium wrap-anywhere underline underline-offset-4">
          {email ?? id}
        </a>
        <Badge tone={STANDINGS[standing].tone}>{STANDINGS[standing].text}</Badge>
      </p>
      <p className="text-muted">
        {countOf(reports, 'report')}: {exactNumber(removed)} removed, {exactNumber(kept)} kept
      </p>
    </PanelSection>
  );
}

function Use({ report: { similar, hits } }: { report: DeskReport }) {
  return (
    <>
      <p>
        {similar.reports > 0
          ? `${countOf(similar.reports, 'other report')} of this hash in 90 days, by ${countOf(similar.customers, 'other customer')}`
          : 'The only report of this hash in 90 days'}
      </p>
      <p className={hits ? '' : 'text-muted'}>
        {hits
          ? `In 24 hours: ${countOf(hits.requests, 'hit')} by ${countOf(hits.keys, 'key')}`
          : 'The hosts do not know how often it hits.'}
      </p>
    </>
  );
}
