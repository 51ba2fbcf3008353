import { exactNumber } from '#components/ui/data/number-text.ts';
import { planTitle } from '#lib/billing/plan.ts';

type PlanNameProps = {
  product: string | null;
  quantity?: number | undefined;
  /** Adds the name of Stripe's product in small type: `Starter Premium access (small)`. */
  hasProduct?: boolean;
};

/** The plan's name as it was bought: `Starter × 2`. */
export function PlanName({ product, quantity = 1, hasProduct = false }: PlanNameProps) {
  const title = planTitle(product);
  return (
    <>
      {title}
      {quantity > 1 && ` × ${exactNumber(quantity)}`}
      {hasProduct && product !== null && product !== title && (
        <>
          {' '}
          <span className="text-small font-normal text-muted">{product}</span>
        </>
      )}
    </>
  );
}
