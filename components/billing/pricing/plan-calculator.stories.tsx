import { PlanCalculator } from './plan-calculator.tsx';

export default { title: 'billing/Plan calculator' };

export const Empty = () => <PlanCalculator />;
