import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import type { DocsPreviewEntry } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { TextArea } from '../parts/controls/text-area.tsx';
import { Badge } from '../parts/display/badge.tsx';
import { Notice } from '../parts/display/notice.tsx';
import { useDraft } from '../replica/index.ts';
import { decideEntry, isConflict, type PreviewPlace } from './decide-entry.ts';
import { docsErrorText } from './docs-sentence.ts';
import { compareLines, type LinePiece } from './line-diff.ts';
import { toTypedText } from './mdx-text.ts';
import './entry-editor.css';

interface EntryEditorProps {
  entry: DocsPreviewEntry;
  place: PreviewPlace;
  onEnd: (isSaved: boolean) => void;
}

/** Edits the sentence of an entry in its place. What is typed is kept as a draft until the server has it. */
export function EntryEditor({ entry, place, onEnd }: EntryEditorProps) {
  const text = m.docs.preview;
  /** The entry as the person saw it when they began; another one was decided about by somebody else. */
  const [seen, setSeen] = useState(entry);
  const draft = useDraft(`docs-entry:${place.projectId}:${entry.id}`, toTypedText(seen.text));
  const [error, setError] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    area.current?.focus();
    area.current?.setSelectionRange(area.current.value.length, area.current.value.length);
  }, []);
  const isChanged = !isSaving && (entry.version !== seen.version || entry.text !== seen.text);

  function end(isSaved: boolean): void {
    draft.clear();
    onEnd(isSaved);
  }

  async function save(): Promise<void> {
    if (isSaving) return;
    if (draft.text.trim() === '') {
      setError(text.needsWords);
      area.current?.focus();
      return;
    }
    setSaving(true);
    setError(undefined);
    try {
      await decideEntry(
        place,
        entry,
        { decision: 'edited', text: draft.text },
        isChanged ? entry.version : seen.version,
      );
      end(true);
    } catch (failure) {
      setSaving(false);
      if (!isConflict(failure)) setError(docsErrorText(failure));
    }
  }

  function onKeyDown(event: KeyboardEvent): void {
    const isSend = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (!isSend && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (isSend) void save();
    else end(false);
  }

  return (
    <div className="entry-editor">
      <TextArea
        ref={area}
        rows={2}
        value={draft.text}
        maxLength={4_000}
        aria-label={text.sentence}
        aria-description={text.sentenceHint}
        onChange={(event) => draft.setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <p className="entry-editor-hint">{text.sentenceHint}</p>
      {isChanged && <OtherVersion entry={entry} mine={draft.text} />}
      {error && (
        <Notice look="danger" alert>
          {error}
        </Notice>
      )}
      <div className="entry-editor-actions">
        <Button look="primary" busy={isSaving} keys="Mod+Enter" onClick={() => void save()}>
          {isChanged ? text.keepMine : m.words.save}
        </Button>
        {isChanged ? (
          <>
            <Button onClick={() => end(false)}>{text.keepTheirs}</Button>
            {entry.decision === 'edited' && (
              <Button
                onClick={() => {
                  setSeen(entry);
                  draft.setText(toTypedText(entry.text));
                  area.current?.focus();
                }}
              >
                {text.editTheirs}
              </Button>
            )}
          </>
        ) : (
          <Button keys="Escape" onClick={() => end(false)}>
            {m.parts.cancel}
          </Button>
        )}
      </div>
    </div>
  );
}

/** What somebody else made of the entry meanwhile, with the words marked that differ. */
function OtherVersion({ entry, mine }: { entry: DocsPreviewEntry; mine: string }) {
  const text = m.docs.preview;
  const theirs = toTypedText(entry.text);
  const parts = compareLines(mine, theirs);
  return (
    <Notice look="warning" alert>
      {text.changedBy(entry.author?.name)} <Badge>{text.states[entry.decision]}</Badge>
      {entry.decision === 'edited' && (
        <p className="entry-editor-theirs">
          {parts.map((part, index) =>
            part.kind === 'same' ? part.lines.join(' ') : <Pieces key={index} lines={part.added} />,
          )}
        </p>
      )}
    </Notice>
  );
}

const Pieces = ({ lines }: { lines: LinePiece[][] }) => (
  <>
    {lines.flat().map(({ text, isChanged }, index) => (isChanged ? <mark key={index}>{text}</mark> : text))}
  </>
);
