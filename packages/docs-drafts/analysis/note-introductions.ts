import { introducesBreaks, introducesSecurity } from './rules/note-words.ts';

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
      const kind = introducesBreaks.test(block)
        ? 'Breaking changes'
        : introducesSecurity.test(block)
          ? 'Security'
          : undefined;
      if (!isIntroduction || (kind === undefined && !isIntroduced)) return block;
      isIntroduced = true;
      return `**${kind ?? 'Changes'}**`;
    })
    .join('');
}

const introductionMax = 400;
