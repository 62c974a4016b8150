import type { DocsPreview, DocsPreviewBlock, DocsPreviewEntry } from '../../sdk/index.ts';

export type PreviewBlock =
  | { kind: 'text'; text: string }
  /** The rank is its level without gaps, for the outline of the screen. */
  | { kind: 'heading'; text: string; rank: number }
  | { kind: 'list'; isOrdered: boolean; entries: DocsPreviewEntry[] };

/** Joins the pieces of a page to lists and texts. */
export function groupChunks(chunks: readonly (DocsPreviewEntry | DocsPreviewBlock)[]): PreviewBlock[] {
  const blocks: PreviewBlock[] = [];
  const levels: number[] = [];
  for (const chunk of chunks) {
    const last = blocks.at(-1);
    if (chunk.kind === 'entry') {
      if (last?.kind === 'list' && last.isOrdered === chunk.isOrdered) last.entries.push(chunk);
      else blocks.push({ kind: 'list', isOrdered: chunk.isOrdered, entries: [chunk] });
    } else if (chunk.kind === 'heading') {
      const level = /^#+/.exec(chunk.text)?.[0].length ?? 1;
      while ((levels.at(-1) ?? 0) >= level) levels.pop();
      levels.push(level);
      blocks.push({ kind: 'heading', text: chunk.text, rank: levels.length });
    } else if (last?.kind === 'text') last.text += `\n\n${chunk.text}`;
    else blocks.push({ kind: 'text', text: chunk.text });
  }
  return blocks;
}

/** The entries about which people decide, in their order. */
export const listEntries = (chunks: DocsPreview['pages'][number]['chunks']): DocsPreviewEntry[] =>
  chunks.flatMap((chunk) => (chunk.kind === 'entry' && chunk.id !== null ? [chunk] : []));

/** `published` are those that a pull request of accepted entries has. */
export function countDecisions(entries: readonly DocsPreviewEntry[]) {
  const decided = entries.filter(({ decision }) => decision !== 'open');
  const published = decided.filter(({ decision }) => decision !== 'dropped');
  return { total: entries.length, decided: decided.length, published: published.length };
}

/** Without the indentation that puts it below an entry. */
export function dedent(text: string): string {
  const indents = [...text.matchAll(/^( *)\S/gm)].map(([, spaces = '']) => spaces.length);
  const indent = Math.min(...indents);
  return Number.isFinite(indent) ? text.replaceAll(new RegExp(`^ {0,${indent}}`, 'gm'), '').trim() : '';
}
