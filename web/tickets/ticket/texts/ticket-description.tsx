import { type MouseEvent, useMemo, useState } from 'react';
import type { TicketWithPermissions } from '../../../../sdk/index.ts';
import { useSharedText, WritingNote } from '../../../collaboration/index.ts';
import { m } from '../../../messages/index.ts';
import { Button } from '../../../parts/controls/button.tsx';
import { IconButton } from '../../../parts/controls/icon-button.tsx';
import { sourceOffsetAt } from '../../../parts/markdown/source-offset.ts';
import { TextModel } from '../../../parts/markdown/text-model.ts';
import {
  changeTickets,
  type TextBase,
  type TicketRow,
  useConflict,
  useDraft,
  usePendingText,
} from '../../../replica/index.ts';
import { whatOf } from '../../fields/index.ts';
import { RichText } from './rich-text.tsx';
import { TextConflict } from './text-conflict.tsx';
import { TextEditor } from './text-editor.tsx';
import './ticket-description.css';

interface Props {
  row: TicketRow;
  details: TicketWithPermissions;
}

/** The description as rendered text, edited as Markdown. */
export function TicketDescription({ row, details }: Props) {
  const pending = usePendingText(row.id);
  const conflict = useConflict(row.id, 'description');
  const text = (pending.description !== undefined ? pending.description : details.description) ?? '';
  const draft = useDraft(`description:${row.id}`, text);
  const [edit, setEdit] = useState<{ base: TextBase; theirs?: string; caretAt: number | undefined }>();
  const mayEdit = details.may.edit;
  const isEditing = edit !== undefined || draft.restored;
  const base = edit?.base ?? { version: details.version, description: text };
  const isOpen = mayEdit && isEditing && (!conflict || edit !== undefined);
  const model = useMemo(() => (isOpen ? new TextModel(draft.text) : undefined), [isOpen]);
  const shared = useSharedText(row.id, model, base);

  const start = (theirs?: string, caretAt?: number) =>
    setEdit({
      caretAt,
      base: { version: details.version, description: theirs ?? text },
      ...(theirs !== undefined && { theirs }),
    });
  const end = () => {
    shared.end();
    draft.clear();
    setEdit(undefined);
  };
  const change = (description: string, summary: string, base: TextBase) =>
    changeTickets([row.id], { description: description === '' ? null : description }, summary, base);

  /** Links, boxes and pictures keep their meaning, and so does a selection. */
  const editAtClick = (event: MouseEvent<HTMLElement>) => {
    const isOther = event.target instanceof Element && event.target.closest('a, button, input');
    if (!mayEdit || isOther || getSelection()?.isCollapsed === false) return;
    start(undefined, sourceOffsetAt(text, event.currentTarget, event.clientX, event.clientY));
  };

  if (conflict && !edit) {
    const merge = () => {
      const { mine, theirs } = conflict;
      conflict.keepTheirs();
      draft.setText(mine);
      start(theirs);
    };
    return <TextConflict conflict={conflict} onMerge={merge} />;
  }

  if (model) {
    const save = async () => {
      const whole = await shared.prepareSave();
      if (whole.text !== text) change(whole.text, m.ticket.descriptionChanged(whatOf([row])), whole.base);
      end();
    };
    return (
      <div className="ticket-description-edit">
        {draft.restored && !edit && <p className="ticket-draft">{m.ticket.draftRestored}</p>}
        <WritingNote place="description" />
        <TextEditor
          ticketId={row.id}
          model={model}
          label={m.ticket.description}
          value={draft.text}
          onChange={draft.setText}
          onSend={() => void save()}
          onCancel={() => draft.text === text && end()}
          autoFocus={edit !== undefined}
          caretAt={edit?.caretAt}
          minRows={6}
          mayAttach={details.may.attach}
          actions={
            <>
              <Button onClick={end}>{m.ticket.cancel}</Button>
              <Button look="primary" onClick={() => void save()} keys="Mod+Enter" tooltip={m.ticket.save}>
                {m.ticket.save}
              </Button>
            </>
          }
        />
        {edit?.theirs !== undefined && (
          <details className="ticket-description-theirs" open>
            <summary>{m.ticket.conflict.theirs}</summary>
            <pre>{edit.theirs}</pre>
          </details>
        )}
      </div>
    );
  }

  if (text === '') {
    if (!mayEdit) return null;
    return (
      <button
        type="button"
        className="ticket-description-add"
        data-ticket-description
        onClick={() => start()}
      >
        {m.ticket.addDescription}
      </button>
    );
  }
  return (
    <section className="ticket-description" aria-label={m.ticket.description}>
      <WritingNote place="description" />
      {mayEdit && (
        <IconButton
          icon="edit"
          label={m.ticket.editDescription}
          keys="Shift+e"
          className="ticket-description-button"
          data-ticket-description
          onClick={() => start()}
        />
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button does the same */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button does the same */}
      <div className={mayEdit ? 'ticket-description-text' : undefined} onClick={editAtClick}>
        <RichText
          text={text}
          onChange={
            mayEdit
              ? (changed) =>
                  change(changed, m.ticket.taskTicked(whatOf([row])), {
                    version: details.version,
                    description: text,
                  })
              : undefined
          }
        />
      </div>
    </section>
  );
}
