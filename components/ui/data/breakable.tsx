import { Fragment } from 'react';

/** A text with email addresses or host names, which break before an @ or a dot if they are too long for their line. */
export function Breakable({ text }: { text: string }) {
  return text.split(/(?=[@.]\S)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
