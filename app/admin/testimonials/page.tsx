import type { Metadata } from 'next';
import { paths } from '#lib/base/paths.ts';
import { addressOf, type SearchParams } from '#lib/http/search-params.ts';
import { TestimonialListQuery } from '#lib/testimonials/schema.ts';
import { listTestimonials } from '#lib/testimonials/service.ts';
import { AdminPage } from '../_components/frame/admin-page.tsx';
import { FirstLists, listAt } from '../_components/lists/first-lists.tsx';
import { AddTestimonialButton } from './_components/testimonial-form.tsx';
import { testimonialsList, texts } from './_components/testimonials-list.ts';
import { TestimonialEntries } from './_components/testimonials.tsx';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: 'Testimonials', robots: { index: false } };

export default async function AdminTestimonialsPage({ searchParams }: { searchParams: SearchParams }) {
  const query = await searchParams;
  const lists = [listAt(testimonialsList, TestimonialListQuery, listTestimonials, query)];
  return (
    <AdminPage
      path={addressOf(paths.adminTestimonials, query)}
      title="Testimonials"
      description="What customers said. The home page shows what is approved; while nothing is, it shows live figures, or samples outside of production."
      loadFailure={texts.forbidden}
      actions={<AddTestimonialButton />}
    >
      <FirstLists lists={lists}>
        <TestimonialEntries />
      </FirstLists>
    </AdminPage>
  );
}
