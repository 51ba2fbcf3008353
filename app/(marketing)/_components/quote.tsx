import { Badge } from '#components/ui/states/badge.tsx';
import type { Testimonial } from '#lib/marketing/testimonials.ts';

type QuoteProps = { testimonial: Testimonial; number: number; count: number };

/** One slide: quote, author and rating. */
export function Quote({ testimonial, number, count }: QuoteProps) {
  const { quote, author, position, rating, companyLogo, isSample } = testimonial;
  return (
    <div
      role="group"
      aria-roledescription="slide"
      aria-label={`${number} of ${count}`}
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
            <span className="text-muted">, {position}</span>
          </span>
          <span className="flex basis-full justify-between text-muted sm:flex-1">
            <span>
              Rated {rating} of 5{isSample && ' '}
              {isSample && <Badge tone="neutral">Sample</Badge>}
            </span>
            <span aria-hidden="true" className="font-mono plain:hidden">
              {number}/{count}
            </span>
          </span>
        </figcaption>
      </figure>
    </div>
  );
}
