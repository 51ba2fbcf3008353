import { EmptyState } from '#components/ui/empty-state.tsx';

/** An empty list on the account page. */
export function Empty({ title, text }: { title: string; text: string }) {
  return (
    <div className="rounded-md border border-dashed">
      <EmptyState title={title} text={text} />
    </div>
  );
}
