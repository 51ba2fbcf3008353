import type { Purchase } from '#lib/billing/schema.ts';

/** The hidden fields of a form that asks for this purchase. */
export function PurchaseFields({ purchase: { plan, interval, isTest, quantity } }: { purchase: Purchase }) {
  return (
    <>
      <input type="hidden" name="plan" value={plan} />
      <input type="hidden" name="interval" value={interval} />
      {isTest && <input type="hidden" name="test" value="1" />}
      {quantity && <input type="hidden" name="quantity" value={quantity} />}
    </>
  );
}
