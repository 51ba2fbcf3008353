export type StripeState = {
  customers: { id: string; email: string | null }[];
  subscriptions: { id: string; customer: string; status: string }[];
  sessions: { id: string; customer: string; status: string; url: string | null }[];
  events: { id: string; type: string }[];
  deliveries: { event: string; type: string; status: number | null }[];
};

/** A client of the Stripe emulator's control API. */
export class StripeControl {
  private readonly url: string;

  constructor(stripeUrl: string) {
    this.url = stripeUrl;
  }

  async state(): Promise<StripeState> {
    return (await (await fetch(`${this.url}/_control/state`)).json()) as StripeState;
  }

  async send(name: string, body: object = {}): Promise<Record<string, unknown>> {
    const response = await fetch(`${this.url}/_control/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`_control/${name}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  }
}
