/** A text whose parts between backticks are code. */
export function WithCode({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <code key={part} className="font-mono text-small whitespace-nowrap text-ink">
        {part}
      </code>
    ),
  );
}
