type Page = { limit: number; starting_after?: string };

/** All pages of a list at Stripe. */
export async function* pagesOf<T extends { id: string }>(
  list: (page: Page) => Promise<{ data: T[]; has_more: boolean }>,
): AsyncGenerator<T[]> {
  let next: Page | null = { limit: 100 };
  while (next) {
    const { data, has_more: hasMore } = await list(next);
    yield data;
    const last = data.at(-1);
    next = hasMore && last ? { limit: 100, starting_after: last.id } : null;
  }
}
