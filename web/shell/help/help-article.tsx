import { useEffect } from 'react';
import { Markdown } from '../../parts/markdown/markdown.tsx';
import { openHref, usePathname } from '../../router/index.ts';
import type { HelpPage } from './help-pages.ts';

interface HelpArticleProps {
  page: HelpPage;
  /** The level of its title in the outline of the page. */
  level: 2 | 3;
  /** Shows another page; without it the app goes to its address. */
  onShow?: (href: string) => void;
}

export function HelpArticle({ page, level, onShow }: HelpArticleProps) {
  const Title = `h${level}` as const;
  const open = onShow ?? ((href: string) => void openHref(href).then(scrollToAnchor));
  return (
    <article className="help-page" aria-label={page.title} lang="en">
      <Title className="help-title">{page.title}</Title>
      <Markdown
        text={
          isDark()
            ? page.text.replaceAll('-light.png)', '-dark.png)')
            : page.text.replaceAll('-dark.png)', '-light.png)')
        }
        topLevel={level + 1}
        headingIds={page.sections.slice(1).map(({ anchor }) => anchor)}
        onNavigate={open}
      />
    </article>
  );
}

/** Goes to the heading that the address names. */
export function useAnchor(page: HelpPage | undefined): void {
  const pathname = usePathname();
  useEffect(() => {
    if (page && pathname.endsWith(page.id)) return waitForAnchor();
  }, [page, pathname]);
}

function scrollToAnchor(): boolean {
  const heading =
    location.hash === '' ? null : document.getElementById(decodeURIComponent(location.hash.slice(1)));
  heading?.scrollIntoView();
  return heading !== null;
}

/** The text comes when the parser of Markdown is loaded. */
function waitForAnchor(): (() => void) | undefined {
  if (location.hash === '' || scrollToAnchor()) return undefined;
  const observer = new MutationObserver(() => {
    if (scrollToAnchor()) observer.disconnect();
  });
  observer.observe(document.body, { subtree: true, childList: true });
  return () => observer.disconnect();
}

function isDark(): boolean {
  const scheme = getComputedStyle(document.documentElement).colorScheme;
  if (!scheme.includes('dark')) return false;
  return !scheme.includes('light') || matchMedia('(prefers-color-scheme: dark)').matches;
}
