import { newBreaks } from '../../platform/breaks.ts';
import { workerJob } from '../../platform/db/index.ts';
import { listCommentsHolding } from './comment-search-store.ts';
import { type Passage, type Snippet, snippetOf } from './snippet.ts';

interface Asked {
  tickets: { id: string; passages: Passage[] }[];
  words: string[];
}

const wordsMax = 20;

/** By ticket where the words stand in it; the comments are read where nothing else holds any. */
export const cutSnippets = workerJob(
  import.meta.url,
  'cutSnippets',
  async ({ workerReads }, { tickets, words: allWords }: Asked): Promise<Map<string, Snippet>> => {
    const words = allWords.slice(0, wordsMax);
    const snippets = new Map<string, Snippet>();
    const maybeBreak = newBreaks();
    const note = async (id: string, passages: Passage[]) => {
      const snippet = snippets.has(id) ? undefined : snippetOf(passages, words);
      if (snippet) snippets.set(id, snippet);
      await maybeBreak();
    };
    for (const { id, passages } of tickets) await note(id, passages);
    const open = tickets.map(({ id }) => id).filter((id) => !snippets.has(id));
    if (open.length === 0) return snippets;
    for (const { ticketId, content } of await listCommentsHolding(workerReads, open, words)) {
      await note(ticketId, [{ field: 'comment', text: content }]);
    }
    return snippets;
  },
);
