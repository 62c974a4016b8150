import { workerJob } from '../../platform/db/index.ts';
import { newYielder } from '../../platform/yield-to-event-loop.ts';
import { bestSnippet, type Passage, type Snippet } from './snippet.ts';
import { listMatchingComments, listMatchingCriteria } from './ticket-search-store.ts';

/** The texts of a ticket besides its comments and criteria. */
export interface TicketPassages {
  id: string;
  passages: Passage[];
}

interface CutSnippetsInput {
  tickets: TicketPassages[];
  words: string[];
}

const wordsMax = 20;

/**
 * Makes the snippet of each ticket, by id. Comments are read only if the other texts contain none of the words, criteria if
 * comments contain none either.
 */
export const cutSnippets = workerJob(
  import.meta.url,
  'cutSnippets',
  async ({ workerReads }, { tickets, words }: CutSnippetsInput): Promise<Map<string, Snippet>> => {
    const snippets = await cutFromPassages(tickets, words);
    const idsWithout = tickets.map(({ id }) => id).filter((id) => !snippets.has(id));
    if (idsWithout.length === 0) return snippets;
    const firstWords = words.slice(0, wordsMax);
    const comments = await listMatchingComments(workerReads, idsWithout, firstWords);
    const passagesOfComments = comments.map(({ id, ticketId, content, authorId, authorName }) => {
      const author = authorId && authorName !== null ? { id: authorId, name: authorName } : undefined;
      return {
        id: ticketId,
        passages: [{ field: 'comment', text: content, comment: { id, ...(author && { author }) } } as const],
      };
    });
    await cutFromPassages(passagesOfComments, words, snippets);
    const idsLeft = idsWithout.filter((id) => !snippets.has(id));
    if (idsLeft.length === 0) return snippets;
    const criteria = await listMatchingCriteria(workerReads, idsLeft, firstWords);
    const passagesOfCriteria = criteria.map(({ ticketId, text }) => ({
      id: ticketId,
      passages: [{ field: 'criterion', text } as const],
    }));
    return cutFromPassages(passagesOfCriteria, words, snippets);
  },
);

/** Adds a snippet for each ticket that has none and contains one of the words. */
export async function cutFromPassages(
  tickets: TicketPassages[],
  allWords: string[],
  snippets = new Map<string, Snippet>(),
): Promise<Map<string, Snippet>> {
  const words = allWords.slice(0, wordsMax);
  const yieldIfDue = newYielder();
  for (const { id, passages } of tickets) {
    const snippet = snippets.has(id) ? undefined : bestSnippet(passages, words);
    if (snippet) snippets.set(id, snippet);
    await yieldIfDue();
  }
  return snippets;
}
