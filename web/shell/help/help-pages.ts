/** A page of the help: a Markdown file of docs/, as code hosts show it. */
export interface HelpPage {
  /** Its path below `/help/`. */
  id: string;
  title: string;
  /** Without its title. Links to other pages are addresses of the app, pictures those of the server. */
  text: string;
  /** The first has the heading of the page and no anchor; the others follow the headings of the text. */
  sections: HelpSection[];
}

interface HelpSection {
  heading: string;
  anchor: string;
  text: string;
}

/** Markdown by path below the folder of Docket, as `/help-files/pages.json` has it. */
export type HelpFiles = Readonly<Record<string, string>>;

export const helpPath = '/help';
const pictures = 'docs/guide/images/';

/** `docs/guide/first-day.md` is `guide/first-day`, `docs/api/README.md` is `api`, `CHANGELOG.md` is `about/changelog`. */
function pageIdOf(file: string): string {
  const path = file.startsWith('docs/') ? file.slice('docs/'.length) : `about/${file.toLowerCase()}`;
  return path
    .replace(/(?<=.)\/readme\.md$/i, (found) => (path === 'about/readme.md' ? found : ''))
    .replace(/\.md$/, '');
}

export const hrefOfPage = (id: string, anchor = ''): string =>
  `${helpPath}/${id}${anchor === '' ? '' : `#${anchor}`}`;

/** Reads every page. Links to files that are no pages, such as sources, become plain words. */
export function parseHelp(files: HelpFiles): HelpPage[] {
  return Object.entries(files).map(([file, markdown]) => parsePage(file, markdown, files));
}

function parsePage(file: string, markdown: string, files: HelpFiles): HelpPage {
  const id = pageIdOf(file);
  const [, title = id] = /^# (.+)$/m.exec(markdown) ?? [];
  const text = outsideCode(markdown.replace(/^# .+\n/m, ''), (part) =>
    rewriteLinks(joinLines(part), file, files),
  ).trim();
  return { id, title, text, sections: splitSections(title, text) };
}

const listItem = /^ *(?:[-*+]|\d+[.)]) /;
const startsBlock = /^ *(?:[-*+] |\d+[.)] |#|\||>|!\[|---)/;
const endsBlock = /^ *(?:#|\||!\[|---)/;

/** The app shows each line of a text as one, as people write comments; pages are wrapped at a width. */
function joinLines(text: string): string {
  const joined: string[] = [];
  let isInList = false;
  for (const line of text.split('\n')) {
    const before = joined.at(-1) ?? '';
    if (listItem.test(line)) isInList = true;
    else if (/^\S/.test(line) && before === '') isInList = false;
    const isCode = !isInList && /^ {4}/.test(line);
    const goesOn =
      line.trim() !== '' &&
      before.trim() !== '' &&
      !startsBlock.test(line) &&
      !endsBlock.test(before) &&
      !isCode;
    if (goesOn) joined[joined.length - 1] = `${before} ${line.trimStart()}`;
    else joined.push(line);
  }
  return joined.join('\n');
}

const fence = /^( *)(```+|~~~+)[^\n]*\n[\s\S]*?^\1\2[`~]*$/gm;

/** Changes what is not in a block of code or between backticks. */
function outsideCode(markdown: string, change: (text: string) => string): string {
  const code = new RegExp(`${fence.source}|\`[^\`\\n]*\``, 'gm');
  let end = 0;
  let changed = '';
  let pending = '';
  for (const found of markdown.matchAll(code)) {
    pending += markdown.slice(end, found.index);
    // The words of a link may contain code: what stands around it is one text for `change`.
    const isInline = found[0].startsWith('`') && !found[0].startsWith('```');
    if (isInline) pending += hideCode(found[0]);
    else {
      changed += change(pending) + found[0];
      pending = '';
    }
    end = found.index + found[0].length;
  }
  return showCode(changed + change(pending + markdown.slice(end)));
}

/** Brackets in code are no links. Characters of the private use area stand in for them. */
const hidden = { '[': '\uE000', ']': '\uE001', '(': '\uE002', ')': '\uE003' } as const;
const hideCode = (code: string) =>
  code.replace(/[[\]()]/g, (character) => hidden[character as keyof typeof hidden]);
const showCode = (text: string) =>
  Object.entries(hidden).reduce((shown, [character, stand]) => shown.replaceAll(stand, character), text);

function rewriteLinks(text: string, file: string, files: HelpFiles): string {
  return text.replace(
    /(!?)\[([^\]]*)\]\(([^)\s]+)\)/g,
    (whole, mark: string, words: string, target: string) => {
      if (mark !== '') {
        const picture = pictureAddress(target, file);
        return picture === undefined ? words : `![${words}](${picture})`;
      }
      if (/^(?:https?:|mailto:|#)/.test(target)) return whole;
      const href = resolveLink(target, file, files);
      return href === undefined ? words : `[${words}](${href})`;
    },
  );
}

function pictureAddress(target: string, file: string): string | undefined {
  const [path] = resolvePath(target, file);
  const name = path.startsWith(pictures) ? path.slice(pictures.length) : '';
  return /^[\w-]+\.png$/.test(name) ? `/help-files/images/${name}` : undefined;
}

/** The address of the page or of the API reference that a link leads to. */
function resolveLink(target: string, file: string, files: HelpFiles): string | undefined {
  const [path, anchor] = resolvePath(target, file);
  const page =
    path in files
      ? path
      : path.endsWith('/') || !path.includes('.')
        ? `${path.replace(/\/$/, '')}/README.md`
        : '';
  return page in files ? hrefOfPage(pageIdOf(page), anchor) : undefined;
}

/** The path below the folder of Docket, which no `..` can leave, and the anchor. */
function resolvePath(target: string, file: string): [path: string, anchor: string] {
  const { pathname, hash } = new URL(target, `https://docs.invalid/${file}`);
  return [pathname.slice(1), hash.slice(1)];
}

const headingLine = /^#{1,6}\s+(.+?)\s*#*$/;

function splitSections(title: string, text: string): HelpSection[] {
  const sections = [{ heading: plainText(title), anchor: '', lines: [] as string[] }];
  const anchors = new Set([slugOf(title)]);
  let closing: string | undefined;
  for (const line of text.split('\n')) {
    const mark = /^ *(```+|~~~+)/.exec(line)?.[1];
    if (mark !== undefined)
      closing = closing === undefined ? mark : line.trim() === closing ? undefined : closing;
    const heading = closing === undefined ? headingLine.exec(line)?.[1] : undefined;
    if (heading === undefined) sections.at(-1)?.lines.push(line);
    else {
      const anchor = uniqueAnchor(slugOf(heading), anchors);
      anchors.add(anchor);
      sections.push({ heading: plainText(heading), anchor, lines: [] });
    }
  }
  return sections.map(({ heading, anchor, lines }) => ({
    heading,
    anchor,
    text: plainText(lines.join('\n')),
  }));
}

/** The anchors that code hosts give to headings. */
function slugOf(heading: string): string {
  return heading
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}_\- ]/gu, '')
    .replaceAll(' ', '-');
}

function uniqueAnchor(slug: string, taken: ReadonlySet<string>): string {
  if (!taken.has(slug)) return slug;
  let twin = 1;
  while (taken.has(`${slug}-${twin}`)) twin++;
  return `${slug}-${twin}`;
}

const plainText = (markdown: string) =>
  markdown
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(/^ *(?:```+|~~~+).*$/gm, ' ')
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/^\|?[-| :]+\|$/gm, ' ')
    .replace(/[`*|]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

interface HelpHit {
  page: HelpPage;
  section: HelpSection;
  excerpt: string;
}

const excerptLength = 140;
const lowerCase = new WeakMap<HelpSection, { heading: string; text: string }>();

/** The sections that contain every word: those with all words in title or heading first, the guide before similar hits. */
export function searchHelp(pages: readonly HelpPage[], query: string, limit: number): HelpHit[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found = pages.flatMap((page) =>
    page.sections.flatMap((section) => {
      const weight = weigh(page, section, words);
      return weight === 0 ? [] : [{ page, section, weight: weight + pageWeight(page) }];
    }),
  );
  return found
    .sort((a, b) => b.weight - a.weight)
    .slice(0, limit)
    .map(({ page, section }) => ({ page, section, excerpt: excerptOf(section.text, words[0] ?? '') }));
}

/** A catalogue has a heading for every event, so that it would fill the hits for most words. */
const pageWeight = ({ id }: HelpPage) => (id.startsWith('guide') ? 3 : id === 'api/webhook-events' ? -5 : 0);

/** 0 if a word is missing. */
function weigh(page: HelpPage, section: HelpSection, words: readonly string[]): number {
  let lower = lowerCase.get(section);
  if (!lower) {
    const { heading, text } = section;
    lower = { heading: `${page.title} ${heading}`.toLowerCase(), text: text.toLowerCase() };
    lowerCase.set(section, lower);
  }
  const { heading, text } = lower;
  if (!words.every((word) => heading.includes(word) || text.includes(word))) return 0;
  const inHeading = words.filter((word) => heading.includes(word)).length;
  const own = section.heading.toLowerCase();
  return (
    1 +
    (inHeading === words.length ? 4 : 0) +
    (words.every((word) => own.includes(word)) ? 4 : 0) +
    (own.startsWith(words.join(' ')) ? 2 : 0) +
    (inHeading > 0 && section.anchor === '' ? 1 : 0)
  );
}

function excerptOf(text: string, word: string): string {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - 40);
  const start = at === 0 ? 0 : text.indexOf(' ', at) + 1;
  const cut = text.slice(start, start + excerptLength);
  return `${start > 0 ? '… ' : ''}${cut}${start + excerptLength < text.length ? ' …' : ''}`;
}

export interface HelpGroup {
  name: string;
  pages: HelpPage[];
}

/** The groups of the guide are the headings of docs/guide/README.md with the pages linked below each. */
export function groupPages(pages: readonly HelpPage[], names: { api: string; more: string }): HelpGroup[] {
  const byId = new Map(pages.map((page) => [page.id, page]));
  const contents = byId.get('guide')?.text ?? '';
  const groups = contents.split(/^(?=## )/m).flatMap((part) => {
    const name = /^## (.+)$/m.exec(part)?.[1];
    const ids = [...part.matchAll(/^- \[[^\]]+\]\(\/help\/([^)#]+)/gm)].map(([, id = '']) => id);
    return name === undefined ? [] : [{ name, pages: [...new Set(ids)].flatMap((id) => byId.get(id) ?? []) }];
  });
  const grouped = new Set(groups.flatMap((group) => group.pages));
  const rest = pages.filter((page) => !grouped.has(page) && page.id !== 'guide');
  const isApi = ({ id }: HelpPage) => id === 'api' || id.startsWith('api/');
  return [
    ...groups,
    { name: names.api, pages: rest.filter(isApi) },
    { name: names.more, pages: rest.filter((page) => !isApi(page)) },
  ];
}

/** The page that fits a screen; the first entry whose pattern matches. */
const fitting: readonly (readonly [pattern: RegExp, id: string])[] = [
  [/^\/agents\b|^\/p\/[^/]+\/settings\/(?:agents|triggers)\b/, 'guide/agents'],
  [/^\/p\/[^/]+\/triage\b|\/settings\/triage\b/, 'guide/triage'],
  [/^\/p\/[^/]+\/(?:cycles|stats)\b|\/settings\/groups\b/, 'guide/cycles-and-forecasts'],
  [/^\/p\/[^/]+\/timeline\b|^\/p\/[^/]+\/calendar\b/, 'guide/boards-and-calendars'],
  [/^\/p\/[^/]+\/board\b|^\/tickets\/board\b/, 'guide/boards-and-calendars'],
  [/^\/p\/[^/]+\/list\b|^\/tickets$|^\/search\b|^\/views\b|^\/v\//, 'guide/views-and-filters'],
  [/^\/p\/[^/]+\/docs\b/, 'guide/documentation-drafts'],
  [/\/settings\/(?:fields|workflow|labels)\b/, 'guide/fields-and-workflow'],
  [/\/settings\/templates\b/, 'guide/templates'],
  [/\/settings\/import\b/, 'guide/move-in'],
  [/\/settings\/inbound\b|\/settings\/tokens\b/, 'api/inbound-webhooks'],
  [/\/webhooks\b/, 'api/webhooks'],
  [/\/settings\/repositories\b/, 'guide/documentation-drafts'],
  [/^\/inbox\b|^\/me\/preferences\b/, 'guide/notifications'],
  [/^\/me\/(?:keys|connections)\b/, 'guide/agents-first-hour'],
  [/^\/me\/drafts\b/, 'guide/offline'],
  [/^\/instance\b|^\/workspaces\b/, 'guide/administration-small'],
  [/^\/t\//, 'guide/tickets'],
  [/^\/initiatives\b|^\/p\/[^/]+$/, 'guide/projects-and-initiatives'],
  [/^\/p\/[^/]+\/settings\b|^\/projects\b|^\/me\b/, 'guide/first-day'],
];

export const fittingPage = (pathname: string): string =>
  fitting.find(([pattern]) => pattern.test(pathname))?.[1] ?? 'guide/a-teams-week';

/** Every page that `fittingPage` can name. */
export const fittingPages: readonly string[] = [...fitting.map(([, id]) => id), 'guide/a-teams-week'];
