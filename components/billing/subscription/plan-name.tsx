import { exactNumber } from '#components/ui/data/number-text.ts';
import { planTitle } from '#lib/billing/plan.ts';

type PlanNameProps = { product: string | null; quantity?: number | undefined };

/**
 * The plan's name as it was bought, followed by the name of Stripe's product in small type: `Starter × 2 Premium access
 * (small)`.
 */
export function PlanName({ product, quantity = 1 }: PlanNameProps) {
  const title = planTitle(product);
  return (
    <>
      {title}
      {quantity > 1 && ` × ${exactNumber(quantity)}`}
      {product !== null && product !== title && (
        <>
          {' '}
          <span className="text-small font-normal text-muted">{product}</span>
        </>
      )}
    </>
  );
}
