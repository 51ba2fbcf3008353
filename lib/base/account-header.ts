/** Names the account that a page shows, so that a page of before a switch changes nothing in the account of after it. */
export const ACCOUNT_HEADER = 'x-account';
