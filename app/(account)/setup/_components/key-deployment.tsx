const FACTS = [
  { term: 'Servers and addresses', value: 'No limit. Put the key on as many servers and IP addresses as you run.' },
  { term: 'Daily limit', value: 'Shared: the requests of all servers count together.' },
  { term: 'Access', value: 'By key, not by IP address. Treat the key as a password.' },
];

export function KeyDeployment() {
  return (
    <section id="deployment" aria-labelledby="deployment-title" className="space-y-4 border-t pt-8">
      <h2 id="deployment-title" className="text-title font-semibold">
        One key for all your servers
      </h2>
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-3">
        {FACTS.map(({ term, value }) => (
          <div key={term}>
            <dt className="font-medium">{term}</dt>
            <dd className="mt-1 text-small text-muted">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
