import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import '../display/fading-edges.css';
import './tabs.css';

export interface TabsProps {
  /** The accessible name of the links. */
  label: string;
  /** Links. The link of this page has `aria-current="page"`, which the router's links set themselves. */
  children: ReactNode;
  /** True for tabs below each other at the side of a settings page; on a phone they are a row. */
  vertical?: boolean;
}

/** Neighbouring pages, each with its own address. */
export function Tabs({ label, children, vertical }: TabsProps) {
  return (
    <nav
      ref={showCurrent}
      className={classes('tabs fading-edges', vertical && 'tabs-vertical')}
      aria-label={label}
    >
      {children}
    </nav>
  );
}

/**
 * On a phone the row is wider than the window: the tab of this page must be visible, also when a count appears in another
 * one. The observer runs after the layout: doing this before would make the browser lay out the whole page again.
 */
const showCurrent = (nav: HTMLElement | null) => {
  if (!nav) return;
  const sizes = new ResizeObserver(() =>
    nav
      .querySelector('[aria-current="page"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' }),
  );
  const observeAll = () => {
    for (const tab of nav.children) sizes.observe(tab);
  };
  observeAll();
  // A tab may come later, as that of triage does.
  new MutationObserver(observeAll).observe(nav, { childList: true });
};
