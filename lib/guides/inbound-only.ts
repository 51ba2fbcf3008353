/**
 * Lines for `settings.conf` that skip fuzzy checks for logged-in users and local networks, whose mail would count
 * toward the limit.
 */
export const INBOUND_ONLY = `fuzzy_not_for_users {
  priority = high;
  authenticated = yes;
  apply {
    symbols_disabled = ["FUZZY_CALLBACK"];
  }
}
fuzzy_not_for_local {
  priority = high;
  local = yes;
  apply {
    symbols_disabled = ["FUZZY_CALLBACK"];
  }
}
`;
