import { useQuery } from '@tanstack/react-query';
import type { BootProject, ProjectNote } from '../../../../sdk/index.ts';
import { api } from '../../../api/index.ts';
import { m } from '../../../messages/index.ts';
import { Button } from '../../../parts/controls/button.tsx';
import { IconButton } from '../../../parts/controls/icon-button.tsx';
import { TextArea } from '../../../parts/controls/text-area.tsx';
import { Badge } from '../../../parts/display/badge.tsx';
import { EmptyState } from '../../../parts/display/empty-state.tsx';
import { Loaded } from '../../../parts/display/loaded.tsx';
import { RelativeTime } from '../../../parts/display/relative-time.tsx';
import { Section } from '../../../parts/display/section.tsx';
import { attempt } from '../../../parts/forms/attempt.ts';
import { Field } from '../../../parts/forms/field.tsx';
import { Form } from '../../../parts/forms/form.tsx';
import { textOf } from '../../../parts/forms/form-values.ts';
import { TextField } from '../../../parts/forms/text-field.tsx';
import { ask, openDialog } from '../../../parts/popups/open-dialog.tsx';
import { showToast } from '../../../parts/popups/toasts.ts';
import { notesQuery, refreshNotes } from './agent-settings-queries.ts';
import './memory-section.css';

const textMax = 2_000;

/** What agents should know about the project. What an agent proposes counts when a person accepts it. */
export function MemorySection({ project }: { project: BootProject }) {
  const texts = m.projects.settings.agents.memory;
  const may = project.may.createTicket;
  const create = (
    <Button icon="plus" onClick={() => openNoteDialog(project.id)}>
      {texts.create}
    </Button>
  );
  return (
    <Section
      title={texts.title}
      text={may ? texts.text : project.mayNot.createTicket}
      actions={may && create}
    >
      <Loaded query={useQuery(notesQuery(project.id))}>
        {(notes) =>
          notes.length === 0 ? (
            <EmptyState small icon="book" title={texts.none} text={texts.noneText} />
          ) : (
            <ul className="memory" aria-label={texts.title}>
              {proposedFirst(notes).map((note) => (
                <Note key={note.id} projectId={project.id} note={note} may={may} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}

const proposedFirst = (notes: readonly ProjectNote[]) =>
  notes.toSorted((a, b) => Number(b.state === 'proposed') - Number(a.state === 'proposed'));

function Note({ projectId, note, may }: { projectId: string; note: ProjectNote; may: boolean }) {
  const texts = m.projects.settings.agents.memory;
  const { id: noteId, text, tags, state, createdBy, updatedAt, version } = note;
  const start = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  const accept = () =>
    attempt(async () => {
      // Only the text that is shown: the agent may have changed it since.
      const headers = { 'if-match': `"${version}"` };
      await api
        .acceptNote({ params: { id: projectId, noteId }, headers })
        .finally(() => refreshNotes(projectId));
      showToast({ text: texts.accepted });
    });
  const askToDelete = () =>
    ask({
      title: texts.question,
      text: start,
      confirm: m.words.delete,
      danger: true,
      onConfirm: async () => {
        await api.deleteNote({ params: { id: projectId, noteId } });
        await refreshNotes(projectId);
        showToast({ text: texts.deleted });
      },
    });
  return (
    <li className={state === 'proposed' ? 'memory-note memory-note-proposed' : 'memory-note'}>
      <p className="memory-text">{text}</p>
      <div className="memory-foot">
        {state === 'proposed' && <Badge look="teal">{texts.proposed}</Badge>}
        {tags.map((tag) => (
          <Badge key={tag} look="outline">
            {tag}
          </Badge>
        ))}
        <span className="memory-by">
          {createdBy?.name} <RelativeTime at={updatedAt} />
        </span>
        {may && (
          <span className="settings-row-actions memory-actions">
            {state === 'proposed' && (
              <Button icon="check" aria-label={`${texts.accept}: ${start}`} onClick={() => void accept()}>
                {texts.accept}
              </Button>
            )}
            <IconButton
              icon="edit"
              label={texts.edit}
              of={start}
              onClick={() => openNoteDialog(projectId, note)}
            />
            <IconButton icon="trash" label={m.words.delete} of={start} onClick={askToDelete} />
          </span>
        )}
      </div>
    </li>
  );
}

function openNoteDialog(projectId: string, note?: ProjectNote): void {
  const texts = m.projects.settings.agents.memory;
  const save = async (values: FormData) => {
    const tags = textOf(values, 'tags')
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== '');
    const body = { text: textOf(values, 'text'), tags: [...new Set(tags)] };
    if (note) await api.updateNote({ params: { id: projectId, noteId: note.id }, body });
    else await api.addNote({ params: { id: projectId }, body });
    await refreshNotes(projectId);
  };
  openDialog(
    { title: note ? texts.edit : texts.create, size: 'small' },
    <Form onSubmit={save} submit={m.words.save}>
      <Field label={texts.note} name="text" hint={texts.noteHint} required>
        <TextArea rows={4} maxLength={textMax} defaultValue={note?.text} data-autofocus />
      </Field>
      <TextField
        label={texts.tags}
        name="tags"
        hint={texts.tagsHint}
        defaultValue={note?.tags.join(', ')}
        optional
      />
    </Form>,
  );
}
