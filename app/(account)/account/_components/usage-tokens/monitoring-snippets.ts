/** Prometheus reads the token from a file, which keeps it out of shared configuration. */
export const TOKEN_PATH = '/etc/prometheus/rspamd-premium.token';

/** A curl command that fetches the usage of the last 24 hours. */
export const curlCommand = (portal: string, token: string): string =>
  `curl -H 'Authorization: Bearer ${token}' \\\n  '${portal}/api/usage?period=24h'`;

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
