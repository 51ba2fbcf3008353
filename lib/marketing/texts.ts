/** The three claims of the hero (spec §1). */
export const claims: readonly { value: string; label: string }[] = [
  { value: '100+', label: 'enterprise users' },
  { value: '100k+', label: 'open source users' },
  { value: '~100', label: 'messages per second' },
];

/** Facts of the open source section (spec §1). */
export const openSourceFacts: readonly { value: string; label: string }[] = [
  { value: '20+', label: 'contributors' },
  { value: '2,200+', label: 'stars' },
  { value: '2008', label: 'first released' },
];
