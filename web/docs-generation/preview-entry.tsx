import { useMemo } from 'react';
import type { DocsPreviewEntry } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { IconButton } from '../parts/controls/icon-button.tsx';
import { Badge, type BadgeProps } from '../parts/display/badge.tsx';
import { RelativeTime } from '../parts/display/relative-time.tsx';
import { Markdown } from '../parts/markdown/markdown.tsx';
import type { PreviewPlace } from './decide-entry.ts';
import { plainText } from './draft.ts';
import { EntryEditor } from './entry-editor.tsx';
import { toMarkdown } from './mdx-text.ts';
import { dedent } from './preview-blocks.ts';
import './preview-entry.css';

const looks = {
  open: 'outline',
  accepted: 'green',
  edited: 'accent',
  dropped: 'red',
} as const satisfies Record<DocsPreviewEntry['decision'], BadgeProps['look']>;

interface PreviewEntryProps {
  entry: DocsPreviewEntry;
  place: PreviewPlace;
  refused: string | undefined;
  isEditing: boolean;
  /** Called when the focus comes into it. */
  onActive: () => void;
  onAccept: () => void;
  onEdit: () => void;
  onDrop: () => void;
  onTakeBack: () => void;
  onEdited: (isSaved: boolean) => void;
}

/** An entry of a draft: its words, who decided what about it, and what can be decided. */
export function PreviewEntry({ entry, place, refused, isEditing, onActive, ...on }: PreviewEntryProps) {
  const { id, decision, author, updatedAt } = entry;
  const text = m.docs.preview;
  const words = useMemo(
    () => [toMarkdown(entry.text), toMarkdown(dedent(entry.below))].filter(Boolean).join('\n\n'),
    [entry.text, entry.below],
  );
  if (id === null) return <Markdown text={words} />;
  // A long name would be read out with each of the buttons.
  const of = plainText(entry.text).slice(0, 60);
  const isDecided = decision !== 'open';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div
      id={`entry-${id}`}
      role="group"
      aria-label={of}
      tabIndex={-1}
      className={`preview-entry preview-entry-${decision}`}
      onFocus={onActive}
    >
      {isEditing ? (
        <EntryEditor entry={entry} place={place} onEnd={on.onEdited} />
      ) : (
        <>
          <Markdown text={words} className="preview-entry-text" />
          <div className="preview-entry-bar">
            <Badge look={looks[decision]}>{text.states[decision]}</Badge>
            {isDecided && (
              <span className="preview-entry-by">
                {author?.name ?? text.elsewhere} · {updatedAt && <RelativeTime at={updatedAt} />}
              </span>
            )}
            <span className="preview-entry-actions">
              <IconButton
                icon="check"
                label={text.accept}
                of={of}
                keys="a"
                aria-pressed={decision === 'accepted'}
                disabled={refused ?? (decision === 'edited' && text.editedCounts)}
                onClick={on.onAccept}
              />
              <IconButton
                icon="edit"
                label={text.edit}
                of={of}
                keys="e"
                disabled={refused ?? false}
                onClick={on.onEdit}
              />
              <IconButton
                icon="trash"
                label={text.drop}
                of={of}
                keys="x"
                aria-pressed={decision === 'dropped'}
                disabled={refused ?? false}
                onClick={on.onDrop}
              />
              <IconButton
                icon="undo"
                label={text.takeBack}
                of={of}
                keys="u"
                disabled={refused ?? !isDecided}
                onClick={on.onTakeBack}
              />
            </span>
          </div>
        </>
      )}
    </div>
  );
}
