import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { TicketTemplate } from '../../../sdk/index.ts';
import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Checkbox } from '../../parts/controls/checkbox.tsx';
import { TextInput } from '../../parts/controls/text-input.tsx';
import { Field } from '../../parts/forms/field.tsx';
import { Icon } from '../../parts/icons/icon.tsx';
import { MarkdownEditor } from '../../parts/markdown/markdown-editor.tsx';
import { insertBlock, type Selection } from '../../parts/markdown/text-edits.ts';
import { createTicket, useDraft, useProject, useProjects } from '../../replica/index.ts';
import { useParams } from '../../router/index.ts';
import { templatesQuery } from '../templates/template-queries.ts';
import { closeNewTicket, type Prefill } from './new-ticket-state.ts';
import { OwnDraftFields } from './own-draft-fields.tsx';
import { TemplateChip } from './template-chip.tsx';
import { TicketDraftFields } from './ticket-draft-fields.tsx';
import './new-ticket.css';

const lastProjectKey = 'docket.lastProject';

/** Texts are kept as drafts until the ticket is created; the fields start from the current screen. */
export function NewTicketForm({ prefill }: { prefill: Prefill }) {
  const title = useDraft('new-ticket:title', prefill.title);
  const description = useDraft('new-ticket:description', prefill.description ?? '');
  const [fields, setFields] = useState<Prefill>(() => withoutTexts(prefill));
  const [isAnother, setAnother] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const project = useTargetProject(fields.projectId);
  const mayNot = project ? project.mayNot.createTicket : undefined;
  const { data: templates = [] } = useQuery({
    ...templatesQuery(project?.id ?? ''),
    enabled: project !== undefined,
  });

  /** Does not replace texts that the person wrote. */
  const fillFrom = (template: TicketTemplate | undefined) => {
    // The server adds checklist and criteria of the template.
    const {
      title: name = '',
      description: body = '',
      checklist: _,
      criteria: __,
      ...given
    } = template?.ticket ?? {};
    if (title.text.trim() === '') title.setText(name);
    if (description.text.trim() === '') description.setText(body);
    setFields((before) => ({ ...before, ...given, template: template?.id ?? null }));
  };

  const commands = templates.map((template) => ({
    id: `template-${template.id}`,
    label: template.name,
    keywords: m.ticket.template,
    hint: m.ticket.template,
    before: <Icon name="document" />,
    edit: (at: Selection) => insertBlock(at, template.ticket.description ?? ''),
    run: () => fillFrom(template),
  }));

  const create = () => {
    const text = title.text.trim();
    setMissing(text === '');
    if (text === '' || mayNot) {
      input.current?.focus();
      return;
    }
    const body = description.text.trim();
    createTicket(
      {
        ...fields,
        projectId: project?.id ?? null,
        title: text,
        position: 'first',
        ...(body && { description: body }),
      },
      m.tickets.create.created(`“${text}”`),
    );
    if (project) localStorage.setItem(lastProjectKey, project.id);
    title.clear();
    description.clear();
    if (isAnother) input.current?.focus();
    else closeNewTicket();
  };

  return (
    <form
      className="new-ticket-form"
      aria-label={m.tickets.create.title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        create();
      }}
      onKeyDown={(event) => {
        if (event.defaultPrevented || event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
        event.preventDefault();
        create();
      }}
    >
      <Field
        label={m.tickets.create.name}
        labelHidden
        error={isMissing && title.text.trim() === '' ? m.tickets.create.nameNeeded : undefined}
      >
        <TextInput
          ref={input}
          look="bare"
          className="new-ticket-title"
          placeholder={m.tickets.create.namePlaceholder}
          maxLength={255}
          autoComplete="off"
          data-autofocus
          value={title.text}
          onChange={(event) => title.setText(event.target.value)}
        />
      </Field>
      <Field label={m.tickets.create.description} labelHidden>
        <MarkdownEditor
          look="bare"
          className="new-ticket-description"
          minRows={4}
          placeholder={m.tickets.create.descriptionPlaceholder}
          value={description.text}
          onChange={description.setText}
          onSubmit={create}
          commands={commands}
        />
      </Field>
      <TicketDraftFields
        project={project}
        fields={fields}
        onChange={(patch) => setFields((before) => ({ ...before, ...patch }))}
      >
        {project && (
          <TemplateChip projectId={project.id} picked={fields.template ?? undefined} onPick={fillFrom} />
        )}
      </TicketDraftFields>
      {project && (
        <OwnDraftFields
          projectId={project.id}
          fields={fields}
          onChange={(patch) => setFields((before) => ({ ...before, ...patch }))}
        />
      )}
      {mayNot && (
        <p className="new-ticket-refused" role="alert">
          {mayNot}
        </p>
      )}
      <footer className="new-ticket-foot">
        {(title.restored || description.restored) && (title.text || description.text) && (
          <span className="new-ticket-restored">
            {m.tickets.create.restored}{' '}
            <Button
              look="quiet"
              onClick={() => {
                title.clear();
                description.clear();
                input.current?.focus();
              }}
            >
              {m.tickets.create.discard}
            </Button>
          </span>
        )}
        <Checkbox label={m.tickets.create.another} checked={isAnother} onChange={setAnother} />
        <Button
          type="submit"
          look="primary"
          disabled={mayNot ?? false}
          keys="Mod+Enter"
          tooltip={m.tickets.create.submit}
        >
          {m.tickets.create.submit}
        </Button>
      </footer>
    </form>
  );
}

/** The chosen project, otherwise that of the screen, otherwise the last one, otherwise the first with write access. */
function useTargetProject(chosen: string | null | undefined) {
  const params = useParams();
  const projects = useProjects();
  const [remembered] = useState(() => localStorage.getItem(lastProjectKey));
  const here = useProject(chosen ?? params.key?.replace(/-\d+$/, ''));
  const last = useProject(remembered);
  if (chosen === null) return undefined;
  return here ?? last ?? projects.find(({ may }) => may.createTicket);
}

function withoutTexts({ title: _, description: __, ...fields }: Prefill): Prefill {
  return fields;
}
