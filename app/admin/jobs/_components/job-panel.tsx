import { Button } from '#components/ui/actions/button.tsx';
import { Copyable } from '#components/ui/actions/copyable.tsx';
import { DescriptionList } from '#components/ui/data/description-list.tsx';
import { Time } from '#components/ui/data/time.tsx';
import { SidePanel } from '#components/ui/overlays/side-panel.tsx';
import type { JobView } from '#lib/jobs/views.ts';
import { PanelSection } from '../../_components/frame/panel-section.tsx';
import { STATE_LABELS } from './texts.ts';

type JobPanelProps = {
  job: JobView;
  takesFocus: boolean;
  isActing: boolean;
  onRunAgain: (id: string) => void;
  onClose: () => void;
};

/** One job beside the list, with all of its error and payload. */
export function JobPanel({ job, takesFocus, isActing, onRunAgain, onClose }: JobPanelProps) {
  const payload = Object.entries(job.payload);
  return (
    <SidePanel title={job.queue} row={job.id} takesFocus={takesFocus} onClose={onClose}>
      <div className="space-y-8">
        {(job.state === 'failed' || job.state === 'failing') && (
          <Button size="sm" aria-disabled={isActing} onClick={() => !isActing && onRunAgain(job.id)}>
            Run again
          </Button>
        )}
        {job.why !== null && (
          <PanelSection title="Error">
            <p className="font-mono text-small wrap-anywhere whitespace-pre-wrap">{job.why}</p>
          </PanelSection>
        )}
        {payload.length > 0 && (
          <PanelSection title="Payload">
            <DescriptionList items={payload.map(([term, value]) => ({ term, value: String(value) }))} />
          </PanelSection>
        )}
        <PanelSection title="Facts">
          <DescriptionList
            items={[
              { term: 'State', value: STATE_LABELS[job.state] },
              { term: 'Created', value: <Time at={new Date(job.created_at)} /> },
              ...(job.failed_at === null ? [] : [{ term: 'Failed', value: <Time at={new Date(job.failed_at)} /> }]),
              ...(job.retry_at === null ? [] : [{ term: 'Next try', value: <Time at={new Date(job.retry_at)} /> }]),
              { term: 'Attempts', value: job.tries },
              { term: 'Id', value: <Copyable value={job.id} label="Copy job id" /> },
            ]}
          />
        </PanelSection>
      </div>
    </SidePanel>
  );
}
