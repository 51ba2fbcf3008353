/** Prometheus reads the token from a file, which keeps it out of shared configuration. */
export const TOKEN_PATH = '/etc/prometheus/rspamd-premium.token';

/** A curl command that fetches the usage of the last 24 hours. */
export const curlCommand = (portal: string, token: string): string =>
  `curl -H 'Authorization: Bearer ${token}' \\\n  '${portal}/api/usage?period=24h'`;

/** A curl command that fetches the metrics that Prometheus scrapes. */
export const metricsCommand = (portal: string, token: string): string =>
  `curl -H 'Authorization: Bearer ${token}' \\\n  '${portal}/api/usage/metrics'`;

/** Prometheus scrape configuration. Scrapes once a minute, as often as storage servers report. */
export function scrapeConfig(portal: string): string {
  const { protocol, host } = new URL(portal);
  return `scrape_configs:
  - job_name: rspamd-premium
    scrape_interval: 1m
    scheme: ${protocol.slice(0, -1)}
    metrics_path: /api/usage/metrics
    authorization:
      credentials_file: ${TOKEN_PATH}
    static_configs:
      - targets: ['${host}']
`;
}

/** Queries for a Grafana panel or an alert. */
export const PROMQL: readonly { what: string; query: string }[] = [
  { what: 'Requests a second', query: 'sum by (key) (rate(rspamd_premium_requests_total[5m]))' },
  { what: 'Share of the daily limit', query: 'rspamd_premium_requests_last_day / rspamd_premium_daily_limit' },
  {
    what: 'Share of matches, 24 hours',
    query:
      'sum by (key) (increase(rspamd_premium_hits_total[1d])) / sum by (key) (increase(rspamd_premium_requests_total[1d]))',
  },
  { what: 'Seconds since the last request', query: 'time() - rspamd_premium_last_request_timestamp_seconds' },
];
