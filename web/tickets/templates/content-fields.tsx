import type { BootProject, TicketContent } from '../../../sdk/index.ts';
import { m } from '../../messages/index.ts';
import { TextArea } from '../../parts/controls/text-area.tsx';
import { TextInput } from '../../parts/controls/text-input.tsx';
import { Field } from '../../parts/forms/field.tsx';
import type { Prefill } from '../new-ticket/new-ticket-state.ts';
import { OwnDraftFields } from '../new-ticket/own-draft-fields.tsx';
import { TicketDraftFields } from '../new-ticket/ticket-draft-fields.tsx';

interface Props {
  project: BootProject;
  content: TicketContent;
  onChange: (content: TicketContent) => void;
}

/** The fields of the tickets of a template or a schedule. Each may be left open. */
export function ContentFields({ project, content, onChange }: Props) {
  const texts = m.projects.settings.templates;
  const change = (patch: object) => onChange({ ...content, ...patch });
  return (
    <>
      <Field label={m.tickets.create.name} name="ticket.title" optional>
        <TextInput
          look="large"
          maxLength={500}
          value={content.title ?? ''}
          onChange={({ target }) => change({ title: target.value })}
        />
      </Field>
      <Field label={m.tickets.create.description} name="ticket.description" optional>
        <TextArea
          look="large"
          value={content.description ?? ''}
          onChange={({ target }) => change({ description: target.value })}
        />
      </Field>
      <TicketDraftFields isTemplate project={project} fields={content as Prefill} onChange={change} />
      <OwnDraftFields projectId={project.id} fields={content as Prefill} onChange={change} />
      <Field label={m.ticket.checklist.name} name="ticket.checklist" hint={texts.linesHint} optional>
        <TextArea
          look="large"
          value={content.checklist?.join('\n') ?? ''}
          onChange={({ target }) => change({ checklist: target.value.split('\n') })}
        />
      </Field>
    </>
  );
}

/** Removes empty lines of the checklist. */
export const cleaned = ({ checklist, ...content }: TicketContent) => ({
  ...content,
  checklist: checklist?.filter((line) => line.trim() !== '') ?? [],
});
