import { testimonials } from '#lib/marketing/testimonials.ts';
import { Section } from './section.tsx';

export function Testimonials() {
  return (
    <Section id="testimonials" title="From those who run it">
      <div className="grid gap-10 lg:grid-cols-3">
        {testimonials.map(({ quote, author, position }) => (
          <figure key={quote} className="flex flex-col justify-between gap-6 border-l pl-6">
            <blockquote className="text-lead">“{quote}”</blockquote>
            <figcaption className="text-small">
              <span className="font-medium">{author}</span>
              <span className="text-muted"> · {position}</span>
            </figcaption>
          </figure>
        ))}
      </div>
    </Section>
  );
}
