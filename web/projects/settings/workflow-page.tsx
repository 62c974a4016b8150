import { useState } from 'react';
import type { Workflow } from '../../../sdk/index.ts';
import { api } from '../../api/index.ts';
import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Checkbox } from '../../parts/controls/checkbox.tsx';
import { IconButton } from '../../parts/controls/icon-button.tsx';
import { TextInput } from '../../parts/controls/text-input.tsx';
import { DataTable } from '../../parts/display/data-table.tsx';
import { Section } from '../../parts/display/section.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { FormActions } from '../../parts/forms/form-actions.tsx';
import { showToast } from '../../parts/popups/toasts.ts';
import { statusLabel, type TicketStatus, ticketStatuses } from '../../parts/ticket-words.ts';
import { refreshProjects } from '../project-queries.ts';
import '../own-field-input.css';
import { useSettingsProject } from './use-settings-project.ts';

type OwnStatus = Workflow['statuses'][number];
const exemptions = ['agents', 'automation'] as const;
const plain: Workflow = {
  statuses: ticketStatuses.map((status) => ({ status, name: null, color: null, hidden: false })),
  transitions: null,
  exempt: [],
};

/** What the project calls its statuses, their order, and which may follow which. */
export function WorkflowPage() {
  const project = useSettingsProject();
  const [workflow, setWorkflow] = useState(project.workflow ?? plain);
  const texts = m.projects.settings.workflow;
  const { statuses, transitions, exempt } = workflow;
  const may = project.may.edit;
  const change = (patch: Partial<Workflow>) => setWorkflow({ ...workflow, ...patch });
  const setStatus = (status: TicketStatus, patch: Partial<OwnStatus>) =>
    change({ statuses: statuses.map((own) => (own.status === status ? { ...own, ...patch } : own)) });
  const statusTitle = ({ status, name }: OwnStatus) => name ?? statusLabel(status);

  const moveUp = (status: TicketStatus) => {
    const index = statuses.findIndex((own) => own.status === status);
    const [moved] = statuses.slice(index, index + 1);
    if (moved) change({ statuses: statuses.toSpliced(index, 1).toSpliced(index - 1, 0, moved) });
  };
  /** Without limits, every status may follow every other. */
  const nextStatuses = (status: TicketStatus) => transitions?.[status] ?? [...ticketStatuses];
  const allow = (from: TicketStatus, to: TicketStatus, isAllowed: boolean) => {
    const others = nextStatuses(from).filter((status) => status !== to);
    change({ transitions: { ...transitions, [from]: isAllowed ? [...others, to] : others } });
  };

  async function save(next: Workflow) {
    const before = project.workflow ?? plain;
    const { data } = await api.setWorkflow({ params: { id: project.id }, body: next });
    setWorkflow(data);
    await refreshProjects();
    const undo = { name: m.shell.undo, run: () => void save(before) };
    showToast({ text: texts.saved, actions: [undo] });
  }

  return (
    <Section title={m.projects.settings.pages.workflow} text={may ? texts.text : project.mayNot.edit}>
      <Form label={m.projects.settings.pages.workflow} onSubmit={() => save(workflow)}>
        <DataTable
          label={texts.statuses}
          rows={statuses}
          rowKey={({ status }) => status}
          columns={[
            {
              title: m.words.name,
              header: true,
              phone: 'main',
              cell: (own) => (
                <TextInput
                  aria-label={`${m.words.name}: ${statusLabel(own.status)}`}
                  disabled={!may}
                  maxLength={40}
                  placeholder={statusLabel(own.status)}
                  value={own.name ?? ''}
                  onChange={({ target }) => setStatus(own.status, { name: target.value || null })}
                />
              ),
            },
            {
              title: m.words.colour,
              width: '72px',
              cell: (own) => (
                <input
                  type="color"
                  aria-label={`${m.words.colour}: ${statusTitle(own)}`}
                  disabled={!may}
                  value={own.color ?? '#8b949e'}
                  onChange={({ target }) => setStatus(own.status, { color: target.value })}
                />
              ),
            },
            {
              title: texts.hidden,
              titleHidden: true,
              width: '110px',
              cell: (own) => (
                <Checkbox
                  aria-label={`${texts.hidden}: ${statusTitle(own)}`}
                  label={texts.hidden}
                  disabled={!may}
                  checked={own.hidden}
                  onChange={(hidden) => setStatus(own.status, { hidden })}
                />
              ),
            },
            {
              title: texts.next,
              cell: (own) => (
                // biome-ignore lint/a11y/useSemanticElements: a fieldset draws a frame
                <div
                  role="group"
                  aria-label={`${texts.next}: ${statusTitle(own)}`}
                  className="own-field-choices"
                >
                  {statuses
                    .filter(({ status, hidden }) => status !== own.status && !hidden)
                    .map((other) => (
                      <Checkbox
                        key={other.status}
                        label={statusTitle(other)}
                        disabled={!may}
                        checked={nextStatuses(own.status).includes(other.status)}
                        onChange={(isAllowed) => allow(own.status, other.status, isAllowed)}
                      />
                    ))}
                </div>
              ),
            },
            {
              title: texts.up,
              titleHidden: true,
              phone: 'end',
              width: '48px',
              cell: (own) =>
                may &&
                own !== statuses[0] && (
                  <IconButton
                    icon="arrow-up"
                    label={`${texts.up}: ${statusTitle(own)}`}
                    tooltip={texts.up}
                    onClick={() => moveUp(own.status)}
                  />
                ),
            },
          ]}
        />
        {exemptions.map((one) => (
          <Checkbox
            key={one}
            label={texts.exempt[one]}
            disabled={!may}
            checked={exempt.includes(one)}
            onChange={(isExempt) =>
              change({ exempt: isExempt ? [...exempt, one] : exempt.filter((other) => other !== one) })
            }
          />
        ))}
        {may && (
          <FormActions>
            <Button onClick={() => setWorkflow(plain)}>{texts.reset}</Button>
            <Button type="submit" look="primary">
              {texts.save}
            </Button>
          </FormActions>
        )}
      </Form>
    </Section>
  );
}
