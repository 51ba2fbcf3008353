import { contactsOf, LOCAL_SITE, SALES_URL } from '#lib/site-environment.ts';

/** The hosts and addresses of a copy that names none. */
export const localContacts = contactsOf({ ...LOCAL_SITE, SALES_URL });
