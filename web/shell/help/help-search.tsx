import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { m } from '../../messages/index.ts';
import { TextInput } from '../../parts/controls/text-input.tsx';
import { type HelpPage, hrefOfPage, searchHelp } from './help-pages.ts';

const hitsMax = 20;

interface HelpSearchProps {
  pages: readonly HelpPage[];
  text: string;
  onType: (text: string) => void;
  onOpen: (href: string) => void;
  /** What is shown while nothing is searched for. */
  children: ReactNode;
}

/** A field and what it finds. The arrow keys go through the hits, Enter in the field opens the first. */
export function HelpSearch({ pages, text, onType, onOpen, children }: HelpSearchProps) {
  const box = useRef<HTMLDivElement>(null);
  const hits = searchHelp(pages, text, hitsMax);
  const onKeyDown = (event: KeyboardEvent) => {
    const links = [...(box.current?.querySelectorAll<HTMLElement>('.help-hit') ?? [])];
    const at = links.indexOf(document.activeElement as HTMLElement);
    const [first] = hits;
    if (event.key === 'ArrowDown') links[Math.min(at + 1, links.length - 1)]?.focus();
    else if (event.key === 'ArrowUp') (links[at - 1] ?? box.current?.querySelector('input'))?.focus();
    else if (event.key === 'Enter' && at < 0 && first)
      onOpen(hrefOfPage(first.page.id, first.section.anchor));
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the field and of the links in it
    <div ref={box} className="help" onKeyDown={text.trim() === '' ? undefined : onKeyDown}>
      <TextInput
        type="search"
        look="large"
        aria-label={m.help.search}
        placeholder={m.help.search}
        data-autofocus
        value={text}
        onChange={({ target }) => onType(target.value)}
      />
      {text.trim() === '' ? (
        children
      ) : (
        <>
          <p className={hits.length > 0 ? 'said' : 'quiet'} role="status">
            {m.help.found(hits.length, text.trim())}
          </p>
          <ul className="help-hits" aria-label={m.help.hits} lang="en">
            {hits.map(({ page, section, excerpt }) => (
              <li key={`${page.id} ${section.anchor}`}>
                <a
                  className="help-hit"
                  href={hrefOfPage(page.id, section.anchor)}
                  onClick={(event) => {
                    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
                    event.preventDefault();
                    onOpen(hrefOfPage(page.id, section.anchor));
                  }}
                >
                  <span>
                    {page.title}
                    {section.anchor !== '' && ` › ${section.heading}`}
                  </span>
                  <span className="quiet">{excerpt}</span>
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
