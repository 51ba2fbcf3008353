import { Fragment } from 'react';

/**
 * A text whose email addresses stay on one line where they fit on one. Longer ones break before the @ or a dot.
 */
export function Breakable({ text }: { text: string }) {
  return text
    .split(/(\s+)/)
    .map((part, index) =>
      /\S@\S/.test(part) ? <Address key={index} text={part} /> : <Fragment key={index}>{part}</Fragment>,
    );
}

function Address({ text }: { text: string }) {
  return (
    <span className="inline-block max-w-full">
      {text.split(/(?=[@.]\S)/).map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
