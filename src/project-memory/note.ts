import { foldCase } from '../platform/fold-case.ts';

export const noteStates = ['accepted', 'proposed'] as const;
export type NoteState = (typeof noteStates)[number];

export const noteLimits = { notes: 200, text: 2_000, tags: 10, tag: 40 };

/** What agents should know about a project, in a few sentences. */
export interface Note {
  id: string;
  projectId: string;
  text: string;
  tags: string[];
  state: NoteState;
  createdBy: string | null;
  authorName: string | null;
  acceptedBy: string | null;
  version: number;
  createdAt: number;
  updatedAt: number;
}

/**
 * Who accepts a note must see all of what agents will read: direction overrides would show it in another order, and tag
 * characters (U+E0000 and above) not at all.
 */
export const withoutHidden = (text: string) =>
  text.replace(/[^\P{Cc}\t\n\r]|[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e0fff}]/gu, '').trim();

const words = (text: string) => new Set(foldCase(text).match(/[\p{L}\p{N}]{3,}/gu));

/**
 * Sorts notes by how much they have in common with a text. A shared word counts more the fewer notes contain it; without
 * shared words the newest note comes first.
 */
export function rankNotes(notes: readonly Note[], text: string): Note[] {
  const wanted = words(text);
  const found = notes.map((note) => {
    const own = words(`${note.text} ${note.tags.join(' ')}`);
    return { note, shared: [...wanted].filter((word) => own.has(word)) };
  });
  const notesWith = new Map<string, number>();
  for (const { shared } of found)
    for (const word of shared) notesWith.set(word, (notesWith.get(word) ?? 0) + 1);
  const score = (shared: string[]) =>
    shared.reduce((sum, word) => sum + 1 / (notesWith.get(word) as number), 0);
  return found
    .map(({ note, shared }) => ({ note, score: score(shared) }))
    .sort(
      (a, b) => b.score - a.score || b.note.updatedAt - a.note.updatedAt || (a.note.id < b.note.id ? -1 : 1),
    )
    .map(({ note }) => note);
}

/** Whether the note contains all words of the search in its text or tags. */
export function matchesSearch({ text, tags }: Note, search: string): boolean {
  const content = foldCase(`${text} ${tags.join(' ')}`);
  return foldCase(search)
    .split(/\s+/)
    .every((word) => content.includes(word));
}
