import { workerJob } from '../../platform/db/index.ts';
import { newYielder } from '../../platform/yield-to-event-loop.ts';
import { listMatchingComments } from './comment-search-store.ts';
import { type Passage, type Snippet, snippetOf } from './snippet.ts';

interface CutSnippetsInput {
  tickets: { id: string; passages: Passage[] }[];
  words: string[];
}

const wordsMax = 20;

/** The snippet of each ticket by its id. Comments are read only for tickets whose other fields contain none of the words. */
export const cutSnippets = workerJob(
  import.meta.url,
  'cutSnippets',
  async ({ workerReads }, { tickets, words: allWords }: CutSnippetsInput): Promise<Map<string, Snippet>> => {
    const words = allWords.slice(0, wordsMax);
    const snippets = new Map<string, Snippet>();
    const yieldIfDue = newYielder();
    const addSnippet = async (id: string, passages: Passage[]) => {
      const snippet = snippets.has(id) ? undefined : snippetOf(passages, words);
      if (snippet) snippets.set(id, snippet);
      await yieldIfDue();
    };
    for (const { id, passages } of tickets) await addSnippet(id, passages);
    const idsWithout = tickets.map(({ id }) => id).filter((id) => !snippets.has(id));
    if (idsWithout.length === 0) return snippets;
    for (const { ticketId, content } of await listMatchingComments(workerReads, idsWithout, words)) {
      await addSnippet(ticketId, [{ field: 'comment', text: content }]);
    }
    return snippets;
  },
);
