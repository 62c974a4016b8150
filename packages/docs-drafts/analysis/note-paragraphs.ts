import { anyOf, anyPattern } from '../word-rule.ts';
import { isVersionHeading } from './version-heading.ts';

/** `#### Keep quotes ([#12](…) by @ada)`: the heading is the entry, and the text below explains it. */
export const headingEntry = /^#{3,6}\s+(?:\S+\s+){2,}\(?\[?#\d+\b/;
/** Sections about making the release. */
export const quietSection = anyPattern(
  [
    /contributors?/,
    /^authors?\b/,
    /thanks/,
    /credits/,
    /sponsors?/,
    /documentation/,
    /\bdocs?\b/,
    /internal/,
    /maintenance/,
    /chores?/,
    /housekeeping/,
    /\bci\b/,
    /tests?\b/,
    /build process/,
    /dependency updates/,
    /refactor/,
    /full changelog/,
    /translations?/,
  ],
  'i',
);

/** `### Added`, `## Breaking changes`: a kind of change. Other headings name a change themselves. */
const kindsOfChange =
  'breaking added additions? changed?s? fix(?:ed|es)? removed removals? deprecated deprecations? features? improve\\w* ' +
  'enhance\\w* security';
const kindOfChange = new RegExp(
  `^\\W*(?:new |minor |major |notable |other |api |bug ?)?${anyOf(kindsOfChange.split(' '))}` +
    '(?: (?:changes?|fixes|features|updates?|improvements?))?\\W*$',
  'i',
);

/** Words about the release itself, and headings that link elsewhere. */
const aboutRelease = anyPattern(
  [
    /^(?:released?\b|date\b|this (?:is|was|version|release|minor|major|patch)\b|see\b|for (?:more|details|the full)\b)/,
    /^(?:thank|we\b|note\b|please\b|as always|full changelog|what'?s|highlights?|overview|summary|contributors?)/,
    /^(?:upgrad|migrat|install|how to|[[<>|!:=~]|-{3}|\.\.|`{3}|\*\*full)/,
  ],
  'i',
);

const itemOrTable = /^\s*(?:[-*+•]|\d+\.)\s|^\s*\|/m;

/**
 * Handles Markdown headings with paragraphs instead of a list below them. Below a kind of change, each paragraph is an
 * entry; a heading that names a change is an entry itself, and the text below explains it.
 */
export function withParagraphsAsItems(text: string): string {
  if (!/^#{2,6}\s/m.test(text)) return text;
  return text
    .split(/^(?=#{1,6}\s)/m)
    .map((part, index, parts) => {
      const end = part.indexOf('\n');
      const [heading, body] = end < 0 ? [part, ''] : [part.slice(0, end), part.slice(end + 1)];
      if (!/^#{2,6}\s/.test(heading) || body.trim() === '' || itemOrTable.test(body)) return part;
      const title = heading.replace(/^[#\s]+/, '').trim();
      if (quietSection.test(title) || headingEntry.test(heading)) return part;
      if (isVersionHeading(heading)) {
        const next = parts[index + 1] ?? '';
        const isWhole = next === '' || isVersionHeading(next.split('\n', 1)[0] as string);
        return isWhole ? `${heading}\n\n${paragraphsAsItems(body.trimStart())}` : part;
      }
      if (kindOfChange.test(title)) return `${heading}\n\n${paragraphsAsItems(body.trimStart())}`;
      const marks = /^#+/.exec(heading)?.[0] as string;
      const isChange = marks.length >= 3 && title.split(/\s+/).length >= 3 && !aboutRelease.test(title);
      return isChange ? `${marks} \n\n* ${title}\n\n` : part;
    })
    .join('');
}

/** Code, and text that only looks like a paragraph, stays as it is. */
function paragraphsAsItems(body: string): string {
  let isInCode = false;
  return body
    .split(/(\n[ \t]*\n+)/)
    .map((block) => {
      const isText = !isInCode && /^\p{L}|^[`"'(]|^\*\*/u.test(block) && !aboutRelease.test(block);
      if ((block.match(/^\s*```/gm)?.length ?? 0) % 2 === 1) isInCode = !isInCode;
      return isText && !block.trim().endsWith(':') && block.trim().split(/\s+/).length >= wordsMin
        ? `* ${block}`
        : block;
    })
    .join('');
}

const wordsMin = 4;

/**
 * Turns a sentence such as "Many improvements are related to security:" before a list into its heading, and likewise
 * the sentences before later lists.
 */
export function withIntroductionsAsHeadings(text: string): string {
  let isIntroduced = false;
  return text
    .split(/(\n[ \t]*\n+)/)
    .map((block, index, blocks) => {
      if (/^#{1,6}\s|^[=~^*-]{3,}\s*$/m.test(block)) isIntroduced = false;
      const isIntroduction =
        /^\p{L}/u.test(block) &&
        block.trimEnd().endsWith(':') &&
        block.length < introductionMax &&
        /^[-*+•] /.test(blocks[index + 2] ?? '');
      const kind = isIntroduction ? introducedKinds.find(([words]) => words.test(block))?.[1] : undefined;
      if (!isIntroduction || (kind === undefined && !isIntroduced)) return block;
      isIntroduced = true;
      return `**${kind ?? 'Changes'}**`;
    })
    .join('');
}

const introductionMax = 400;
const introducedKinds: [words: RegExp, heading: string][] = [
  [
    /\b(?:not backwards?[- ]compatible|backwards?[- ]incompatible|(?<!\b(?:no|any|without|avoid) )breaking changes?)\b/i,
    'Breaking changes',
  ],
  [
    /\b(?:related to|fix(?:es)?|improve\w*|issues? (?:of|in|with)) \W*security\b|\bsecurity (?:fixes|issues|problems|improvements)\b/i,
    'Security',
  ],
];
