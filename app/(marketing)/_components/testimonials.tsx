import { ArrowLeft, ArrowRight, Pause, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClass } from '#components/ui/actions/button.tsx';
import { Badge } from '#components/ui/states/badge.tsx';
import { shownTestimonials } from '#lib/testimonials/shown.ts';
import type { Testimonial } from '#lib/testimonials/views.ts';
import { CarouselLoader } from './carousel-loader.tsx';
import { LiveFacts } from './live/live-numbers.tsx';

const ID = 'testimonials';

/** What customers said: one quote at a time, or all of them without JavaScript. Without quotes, live facts. */
export function Testimonials() {
  const testimonials = shownTestimonials();
  const isCarousel = testimonials.length > 1;
  if (!testimonials.length) return <InsteadOfQuotes />;
  return (
    <Frame title="From people who run it" beside={isCarousel && <CarouselControls />} isCarousel={isCarousel}>
      <div data-carousel="viewport" className="min-w-0 touch-pan-y overflow-clip border-l">
        <div className="flex plain:flex-col plain:gap-12">
          {testimonials.map((testimonial, index) => (
            <Quote key={index} testimonial={testimonial} number={index + 1} count={testimonials.length} />
          ))}
        </div>
      </div>
      {isCarousel && <p data-carousel="status" aria-live="polite" className="sr-only" />}
    </Frame>
  );
}

/** What the storage hosts report, while there is no quote to show. */
const InsteadOfQuotes = () => (
  <Frame title="In use now" lead="What all customers’ servers ask together, as the storage hosts report it.">
    <div className="min-w-0">
      <LiveFacts />
    </div>
  </Frame>
);

type FrameProps = { title: string; lead?: string; beside?: ReactNode; isCarousel?: boolean; children: ReactNode };

const Frame = ({ title, lead, beside, isCarousel = false, children }: FrameProps) => (
  <section
    id={ID}
    aria-labelledby={`${ID}-title`}
    aria-roledescription={isCarousel ? 'carousel' : undefined}
    className="border-t"
  >
    <div className="page grid gap-x-16 gap-y-8 py-16 sm:py-24 lg:grid-cols-[4fr_8fr]">
      <div className="flex items-start justify-between gap-6 lg:flex-col">
        <div>
          <h2 id={`${ID}-title`} className="text-heading font-semibold tracking-tight text-balance">
            {title}
          </h2>
          {lead && <p className="mt-3 max-w-measure text-lead text-muted">{lead}</p>}
        </div>
        {beside}
      </div>
      {children}
    </div>
    {isCarousel && <CarouselLoader id={ID} />}
  </section>
);

const square = (...more: string[]) => buttonClass({ variant: 'secondary' }, 'w-10 px-0!', ...more);

/** Pause is the first control, before the slides in tab order. It is hidden with reduced motion. */
function CarouselControls() {
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

type QuoteProps = { testimonial: Testimonial; number: number; count: number };

/** One slide: quote, author, rating and day. */
function Quote({ testimonial, number, count }: QuoteProps) {
  const { quote, author, position, company, rating, companyLogo, givenOn, isSample } = testimonial;
  const isAlone = count === 1;
  return (
    <div
      {...(!isAlone && { role: 'group', 'aria-roledescription': 'slide', 'aria-label': `${number} of ${count}` })}
      className="w-full flex-none pl-6 sm:pl-10"
    >
      <figure>
        <blockquote className="text-heading leading-snug">
          <p className="-indent-[0.42em] text-balance">“{quote}”</p>
        </blockquote>
        <figcaption className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-1 text-small">
          {companyLogo && <img src={companyLogo} alt="" loading="lazy" className="h-6 w-auto" />}
          <span>
            <span className="font-medium">{author}</span>
            <span className="text-muted">{[', ' + position, company].filter(Boolean).join(', ')}</span>
          </span>
          <span className="flex basis-full justify-between text-muted sm:flex-1">
            <span>
              Rated {rating} of 5{givenOn && `, ${givenOn}`}
              {isSample && ' '}
              {isSample && <Badge tone="neutral">Sample</Badge>}
            </span>
            {!isAlone && (
              <span aria-hidden="true" className="font-mono plain:hidden">
                {number}/{count}
              </span>
            )}
          </span>
        </figcaption>
      </figure>
    </div>
  );
}
