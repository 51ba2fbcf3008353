import { ArrowLeft, ArrowRight, Pause, Play } from 'lucide-react';
import { buttonClass } from '#components/ui/actions/button.tsx';

const square = (...more: string[]) => buttonClass({ variant: 'secondary' }, 'w-10 px-0!', ...more);

/** Pause is the first control, before the slides in tab order. It is hidden with reduced motion. */
export function CarouselControls() {
  return (
    <div className="flex gap-2 plain:hidden">
      <button type="button" data-carousel="toggle" aria-label="Pause" className={square('group motion-reduce:hidden')}>
        <Pause aria-hidden="true" className="size-4 group-data-stopped:hidden" />
        <Play aria-hidden="true" className="hidden size-4 group-data-stopped:block" />
      </button>
      <button type="button" data-carousel="previous" aria-label="Previous" className={square()}>
        <ArrowLeft aria-hidden="true" className="size-4" />
      </button>
      <button type="button" data-carousel="next" aria-label="Next" className={square()}>
        <ArrowRight aria-hidden="true" className="size-4" />
      </button>
    </div>
  );
}
