import type { ReactNode } from 'react';
import './tabs.css';

export interface TabsProps {
  /** What the links lead through. */
  label: string;
  /** Links; the one of this page has `aria-current="page"`, as the router's links have by themselves. */
  children: ReactNode;
  /** Under each other at the side of a settings page; a row on the phone. */
  vertical?: boolean;
}

/** Neighbouring pages, each with its own address. */
export function Tabs({ label, children, vertical }: TabsProps) {
  return (
    <nav ref={showCurrent} className={vertical ? 'tabs tabs-vertical' : 'tabs'} aria-label={label}>
      {children}
    </nav>
  );
}

/**
 * On a phone the row is wider than the window: the tab of this page must be visible. Doing this before the first paint
 * would make the browser lay out the whole page again.
 */
const showCurrent = (nav: HTMLElement | null) => {
  if (!nav) return;
  setTimeout(() =>
    nav
      .querySelector('[aria-current="page"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' }),
  );
};
