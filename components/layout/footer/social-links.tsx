import type { ReactNode } from 'react';
import { site } from '#lib/site.ts';

type Network = (typeof site.links.social)[number]['name'];

/** Links to the project on other sites. */
export function SocialLinks() {
  return (
    <ul aria-label="Elsewhere" className="-ml-2.5 flex">
      {site.links.social.map(({ name, href }) => (
        <li key={name}>
          <a
            href={href}
            aria-label={name}
            title={name}
            className="grid size-10 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink"
          >
            <svg
              viewBox="0 0 24 24"
              aria-hidden="true"
              className="size-5 fill-none stroke-current stroke-[1.75]"
              strokeLinecap="round"
              strokeLinejoin="round"
            >
              {MARKS[name]}
            </svg>
          </a>
        </li>
      ))}
    </ul>
  );
}

const MARKS: Readonly<Record<Network, ReactNode>> = {
  GitHub: (
    <path d="M9.5 21.5v-3.4c-4 .9-4.6-1.8-6-2.3M14.5 21.5v-3.7c0-1-.3-1.8-.9-2.4 3-.3 6.1-1.5 6.1-6.3a4.9 4.9 0 0 0-1.3-3.4 4.5 4.5 0 0 0-.1-3.3s-1.1-.3-3.6 1.3a12 12 0 0 0-6.2 0C6 2.1 4.9 2.4 4.9 2.4a4.5 4.5 0 0 0-.1 3.3 4.9 4.9 0 0 0-1.3 3.4c0 4.8 3 6 6 6.3-.4.5-.8 1.2-.9 2" />
  ),
  X: <path d="M3.5 4h4.4l12.6 16h-4.4zM4 20l6.6-7M13.4 11 20 4" />,
  Telegram: <path d="M21 4 2.8 11.2l6 2.2L18 7l-7 8 .1.1L17.5 20zM8.8 13.4 10 20l3-3.3" />,
};
