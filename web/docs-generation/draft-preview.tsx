import { type ReactNode, useMemo, useState } from 'react';
import type { DocsPreviewEntry, DocsPreviewPage } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { useKeys } from '../parts/keys/keys.ts';
import { Markdown } from '../parts/markdown/markdown.tsx';
import { showToast } from '../parts/popups/toasts.ts';
import { type Decision, decideEntry, findEntry, isConflict, type PreviewPlace } from './decide-entry.ts';
import { docsErrorText } from './docs-sentence.ts';
import { plainText } from './draft.ts';
import { toMarkdown, toTypedText } from './mdx-text.ts';
import { groupChunks, listEntries, type PreviewBlock } from './preview-blocks.ts';
import { PreviewEntry } from './preview-entry.tsx';
import './draft-preview.css';

interface DraftPreviewProps {
  page: DocsPreviewPage;
  place: PreviewPlace;
  /** Why the person may not decide. */
  refused: string | undefined;
}

/** A page as a site would show it. People decide about each of its entries. */
export function DraftPreview({ page, place, refused }: DraftPreviewProps) {
  const text = m.docs.preview;
  const blocks = useMemo(() => groupChunks(page.chunks), [page.chunks]);
  const entries = listEntries(page.chunks);
  const [activeId, setActiveId] = useState<string | null>(null);
  const [editingId, setEditingId] = useState<string | null>(null);
  const [announced, setAnnounced] = useState('');
  const active = entries.find(({ id }) => id === activeId);

  async function decide(entry: DocsPreviewEntry, change: Decision): Promise<void> {
    try {
      await decideEntry(place, entry, change, entry.version);
      announce(change.decision, entry);
      if (entry.decision === 'edited') offerUndo(entry);
    } catch (error) {
      showToast({ text: isConflict(error) ? text.changed : docsErrorText(error), tone: 'refused' });
    }
  }

  const announce = (decision: Decision['decision'], { text: words }: DocsPreviewEntry) =>
    setAnnounced(`${text.states[decision]}: ${plainText(words)}`);

  /** The words of a person are not lost with one key. */
  function offerUndo({ id, text: words }: DocsPreviewEntry): void {
    const run = () => {
      const now = findEntry(place, id);
      if (now) void decide(now, { decision: 'edited', text: toTypedText(words) });
    };
    showToast({ text: text.editGone, actions: [{ name: m.shell.undo, run }] });
  }

  function move(step: number): void {
    const index = entries.findIndex(({ id }) => id === activeId);
    const next = entries[Math.min(Math.max(index + step, 0), entries.length - 1)];
    if (!next) return;
    // The next key may come before the focus.
    setActiveId(next.id);
    focusEntry(next.id);
  }

  const onActive = (run: (entry: DocsPreviewEntry) => unknown) => () => {
    if (active && refused === undefined) run(active);
  };
  const toggle = (entry: DocsPreviewEntry, decision: 'accepted' | 'dropped') =>
    void decide(entry, { decision: entry.decision === decision ? 'open' : decision });
  const accept = (entry: DocsPreviewEntry) => entry.decision !== 'edited' && toggle(entry, 'accepted');
  const group = 'lists' as const;
  useKeys([
    { keys: 'j', name: text.next, group, run: () => move(1) },
    { keys: 'k', name: text.previous, group, run: () => move(-1) },
    { keys: 'a', name: text.accept, group, run: onActive(accept) },
    { keys: 'e', name: text.edit, group, run: onActive(({ id }) => setEditingId(id)) },
    { keys: 'x', name: text.drop, group, run: onActive((entry) => toggle(entry, 'dropped')) },
    {
      ...{ keys: 'u', name: text.takeBack, group },
      run: onActive((entry) => entry.decision !== 'open' && decide(entry, { decision: 'open' })),
    },
  ]);

  const show = (entry: DocsPreviewEntry) => (
    <PreviewEntry
      entry={entry}
      place={place}
      refused={refused}
      isEditing={entry.id !== null && entry.id === editingId}
      onActive={() => setActiveId(entry.id)}
      onAccept={() => accept(entry)}
      onDrop={() => toggle(entry, 'dropped')}
      onTakeBack={() => void decide(entry, { decision: 'open' })}
      onEdit={() => setEditingId(entry.id)}
      onEdited={(isSaved) => {
        setEditingId(null);
        if (isSaved) announce('edited', entry);
        focusEntry(entry.id);
      }}
    />
  );
  return (
    <div className="draft-preview">
      {blocks.map((block, index) => (
        <Block key={index} block={block} show={show} />
      ))}
      <p role="status" className="said">
        {announced}
      </p>
    </div>
  );
}

const focusEntry = (id: string | null) =>
  requestAnimationFrame(() => document.getElementById(`entry-${id}`)?.focus());

function Block({ block, show }: { block: PreviewBlock; show: (entry: DocsPreviewEntry) => ReactNode }) {
  if (block.kind === 'list') {
    const List = block.isOrdered ? 'ol' : 'ul';
    return (
      <List className="draft-preview-list">
        {block.entries.map((entry, index) => (
          <li key={entry.id ?? index}>{show(entry)}</li>
        ))}
      </List>
    );
  }
  const shown = toMarkdown(block.text);
  if (shown === '') return null;
  return <Markdown text={shown} topLevel={block.kind === 'heading' ? block.rank + 2 : 3} />;
}
