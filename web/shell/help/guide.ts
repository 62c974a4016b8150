/** A page of the guide, as docs/guide has it. */
export interface GuidePage {
  id: string;
  title: string;
  /** Without its title and its pictures; links to other pages of the guide are addresses that `pageOfLink` reads. */
  text: string;
  sections: { heading: string; text: string }[];
}

const linkStart = '/?help=';

/** Reads the Markdown of a page. Links that lead out of the guide become plain words, because the app has no such page. */
export function parseGuidePage(id: string, markdown: string, pages: readonly string[]): GuidePage {
  const [, title = id] = /^# (.+)$/m.exec(markdown) ?? [];
  const text = markdown
    .replace(/^# .+$/m, '')
    .replace(/^!\[[^\]]*\]\([^)]*\)\n?/gm, '')
    .replace(/\[([^\]]+)\]\((?!https?:)([^)]+)\)/g, (_, words: string, href: string) => {
      const page = /([\w-]+)\.md/.exec(href)?.[1];
      return page !== undefined && pages.includes(page) ? `[${words}](${linkStart}${page})` : words;
    })
    .trim();
  const sections = text.split(/^(?=#{2,3} )/m).map((part) => {
    const [, heading = title] = /^#{2,3} (.+)$/m.exec(part) ?? [];
    return { heading, text: plainText(part.replace(/^#{2,3} .+$/m, '')) };
  });
  return { id, title, text, sections };
}

/** The page that a link in the guide leads to. */
export const pageOfLink = (href: string): string | undefined =>
  href.startsWith(linkStart) ? href.slice(linkStart.length) : undefined;

export interface GuideHit {
  page: GuidePage;
  heading: string;
  excerpt: string;
}

const excerptLength = 140;

/** The sections that contain every word: those with the words in the heading first. */
export function searchGuide(pages: readonly GuidePage[], query: string): GuideHit[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const hasAll = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const hits = pages.flatMap((page) =>
    page.sections
      .filter(({ heading, text }) => hasAll(`${page.title} ${heading} ${text}`))
      .map(({ heading, text }) => ({ page, heading, excerpt: excerptOf(text, words[0] ?? '') })),
  );
  return [
    ...hits.filter(({ heading }) => hasAll(heading)),
    ...hits.filter(({ heading }) => !hasAll(heading)),
  ];
}

function excerptOf(text: string, word: string): string {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - 40);
  const start = at === 0 ? 0 : text.indexOf(' ', at) + 1;
  const cut = text.slice(start, start + excerptLength);
  return `${start > 0 ? '… ' : ''}${cut}${start + excerptLength < text.length ? ' …' : ''}`;
}

const plainText = (markdown: string) =>
  markdown
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/^\|?[-| :]+\|$/gm, ' ')
    .replace(/[`*|#]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** The page of the guide that fits a screen. */
export function fittingPage(pathname: string): string {
  if (/^\/agents\b|\/settings\/agents\b/.test(pathname)) return 'agents';
  if (/^\/p\/[^/]+\/list\b|^\/search\b/.test(pathname)) return 'filter-language';
  if (/\/settings\b|^\/(?:projects|instance|workspaces|me)\b/.test(pathname)) return 'first-day';
  return 'a-teams-week';
}
