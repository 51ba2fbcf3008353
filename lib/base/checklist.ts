/**
 * From the payment to protected mail. The page after a payment, /start, the dashboard, the guide and the welcome mail
 * all show these steps.
 */
export const CHECKLIST = {
  live: 'Your key goes live',
  command: 'Run the command on each mail server',
  hello: 'Your server says hello',
  match: 'The test message is recognised',
} as const;
export type ChecklistStep = keyof typeof CHECKLIST;
