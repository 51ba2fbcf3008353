import { testimonials } from '#lib/marketing/testimonials.ts';
import { CarouselControls } from './carousel-controls.tsx';
import { CarouselLoader } from './carousel-loader.tsx';
import { Quote } from './quote.tsx';

const ID = 'testimonials';

/** The quotes: one at a time, or all of them without JavaScript. */
export function Testimonials() {
  return (
    <section id={ID} aria-labelledby={`${ID}-title`} aria-roledescription="carousel" className="border-t">
      <div className="page grid gap-x-16 gap-y-8 py-16 sm:py-24 lg:grid-cols-[4fr_8fr]">
        <div className="flex items-start justify-between gap-6 lg:flex-col">
          <h2 id={`${ID}-title`} className="text-heading font-semibold tracking-tight text-balance">
            From people who run it
          </h2>
          <CarouselControls />
        </div>
        <div data-carousel="viewport" className="min-w-0 touch-pan-y overflow-clip border-l">
          <div className="flex plain:flex-col plain:gap-12">
            {testimonials.map((testimonial, index) => (
              <Quote key={testimonial.quote} testimonial={testimonial} number={index + 1} count={testimonials.length} />
            ))}
          </div>
        </div>
        <p data-carousel="status" aria-live="polite" className="sr-only" />
      </div>
      <CarouselLoader id={ID} />
    </section>
  );
}
