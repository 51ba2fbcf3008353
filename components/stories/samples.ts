import { ApiError } from '#lib/api-client/api-client.ts';

/** Texts as long as the longest real ones. */
export const KEY = 'zo8sasbg4wz1ymqd5bgbpsyqkpyx3ybeuhcqyhmbjkcddf9gpmdy';
export const LONG_WORD = 'postmaster+premium-fuzzy-storage-notifications@mail-gateway-eu-central-1.example.com';
export const LONG_TEXT =
  'The storage in Frankfurt has not reported since 10:40 UTC. Its counters are missing from the graph below; they are added as soon as it reports again, and nothing is lost.';
export const REQUEST_ID = '0c9d2f4e-6c1b-4a52-9d0e-3f1c5a7b8e21';
export const CONFIG = `rule "rspamd.com" {
  servers = "round-robin:fuzzy1.rspamd.com:11335,fuzzy2.rspamd.com:11335";
  encryption_key = "icy63itbhhni8bq15ntp5n5symuixf73s1kpjh6skaq4e7nx5fiy";
  symbol = "FUZZY_UNKNOWN";
}`;
export const FAILED = new ApiError('The service is not available right now.', {
  status: 503,
  code: 'unavailable',
  requestId: REQUEST_ID,
});
