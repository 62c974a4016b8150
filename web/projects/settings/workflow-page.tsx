import { type DragEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
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
import { OwnStatuses } from '../../parts/own-statuses.ts';
import { ask } from '../../parts/popups/open-dialog.tsx';
import { showToast } from '../../parts/popups/toasts.ts';
import { statusLabel, type TicketStatus, ticketStatuses } from '../../parts/ticket-words.ts';
import { refreshProjects } from '../project-queries.ts';
import '../own-field-input.css';
import { openStatusDialog, StatusColor } from './status-dialog.tsx';
import { useSettingsProject } from './use-settings-project.ts';
import './workflow-page.css';

type OwnStatus = Workflow['statuses'][number];
const exemptions = ['agents', 'automation'] as const;
const plain: Workflow = {
  statuses: ticketStatuses.map((status) => ({ status, name: null, color: null, hidden: false })),
  transitions: null,
  exempt: [],
};
/** One of the six, or the id of an own status. */
const keyOf = ({ id, status }: OwnStatus) => id ?? status;
const statusTitle = ({ status, name }: OwnStatus) => name ?? statusLabel(status);

/** What the project calls its statuses, which it has besides the six, their order, and which may follow which. */
export function WorkflowPage() {
  const project = useSettingsProject();
  const [workflow, setWorkflow] = useState(project.workflow ?? plain);
  const [announcement, setAnnouncement] = useState('');
  const dragged = useRef<string>(undefined);
  const movedHandle = useRef<HTMLElement>(undefined);
  const texts = m.projects.settings.workflow;
  const { statuses, transitions, exempt } = workflow;
  const may = project.may.edit;
  const change = (patch: Partial<Workflow>) => setWorkflow((now) => ({ ...now, ...patch }));
  const setStatus = (key: string, patch: Partial<OwnStatus>) =>
    change({ statuses: statuses.map((own) => (keyOf(own) === key ? { ...own, ...patch } : own)) });
  const mainTitle = (status: TicketStatus) => {
    const main = statuses.find((own) => keyOf(own) === status);
    return main ? statusTitle(main) : statusLabel(status);
  };

  // A row that moves in the document loses the focus.
  useLayoutEffect(() => {
    movedHandle.current?.focus();
    movedHandle.current = undefined;
  }, [statuses]);

  const moveTo = (key: string, place: number) => {
    const index = statuses.findIndex((own) => keyOf(own) === key);
    const moved = statuses[index];
    if (!moved || place < 0 || place >= statuses.length || place === index) return;
    change({ statuses: statuses.toSpliced(index, 1).toSpliced(place, 0, moved) });
    setAnnouncement(texts.moved(statusTitle(moved), place + 1, statuses.length));
  };
  const moveByKey = (event: KeyboardEvent, own: OwnStatus) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    movedHandle.current = event.currentTarget as HTMLElement;
    moveTo(keyOf(own), statuses.indexOf(own) + step);
  };
  const drop = (event: DragEvent) => {
    const row = (event.target as Element).closest('tbody tr');
    if (dragged.current === undefined || !row) return;
    event.preventDefault();
    moveTo(dragged.current, [...(row.parentElement?.children ?? [])].indexOf(row));
    dragged.current = undefined;
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

  /** Adds what the server made to the list as it is here: other changes are not saved yet. */
  async function addStatus(body: { status: TicketStatus; name: string; color: string | null }) {
    const { data } = await api.addStatus({ params: { id: project.id }, body });
    setWorkflow((now) => {
      const added = data.statuses.filter(({ id }) => id && !now.statuses.some((own) => own.id === id));
      const last = now.statuses.findLastIndex(({ status }) => status === body.status);
      return { ...now, statuses: now.statuses.toSpliced(last + 1, 0, ...added) };
    });
    await refreshProjects();
    showToast({ text: texts.added(body.name) });
  }

  async function askToDelete(own: OwnStatus, id: string) {
    const title = statusTitle(own);
    const { pagination } = await api.listTickets({
      query: { project: project.id, ownStatus: id, limit: 1 },
    });
    ask({
      title: texts.deleteTitle(title),
      text: texts.deleteText(pagination.total, mainTitle(own.status)),
      confirm: texts.delete,
      danger: true,
      onConfirm: async () => {
        await api.deleteStatus({ params: { id: project.id, statusId: id } });
        setWorkflow((now) => ({ ...now, statuses: now.statuses.filter((other) => other.id !== id) }));
        await refreshProjects();
        showToast({ text: texts.deleted(title) });
      },
    });
  }

  return (
    <Section
      title={m.projects.settings.pages.workflow}
      text={may ? texts.text : project.mayNot.edit}
      actions={
        may && (
          <Button icon="plus" onClick={() => openStatusDialog(statuses, addStatus)}>
            {texts.add}
          </Button>
        )
      }
    >
      <Form label={m.projects.settings.pages.workflow} onSubmit={() => save(workflow)}>
        <OwnStatuses value={statuses}>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the handles move rows by key */}
          <div onDragOver={(event) => event.preventDefault()} onDrop={drop}>
            <DataTable
              label={texts.statuses}
              className="workflow-table"
              rows={statuses}
              rowKey={keyOf}
              columns={[
                may && {
                  title: texts.order,
                  titleHidden: true,
                  width: '40px',
                  phone: 'hide',
                  cell: (own) => (
                    <IconButton
                      icon="drag"
                      className="workflow-handle"
                      label={texts.move(statusTitle(own))}
                      draggable
                      onDragStart={() => {
                        dragged.current = keyOf(own);
                      }}
                      onKeyDown={(event: KeyboardEvent) => moveByKey(event, own)}
                    />
                  ),
                },
                {
                  title: m.words.name,
                  header: true,
                  phone: 'main',
                  cell: (own) => (
                    <TextInput
                      className="workflow-name"
                      aria-label={`${m.words.name}: ${own.id ? statusTitle(own) : statusLabel(own.status)}`}
                      disabled={!may}
                      maxLength={40}
                      required={own.id !== undefined}
                      placeholder={own.id ? undefined : statusLabel(own.status)}
                      value={own.name ?? ''}
                      onChange={({ target }) =>
                        setStatus(keyOf(own), { name: target.value || (own.id ? '' : null) })
                      }
                    />
                  ),
                },
                {
                  title: m.words.colour,
                  width: '72px',
                  cell: (own) => (
                    <StatusColor
                      label={`${m.words.colour}: ${statusTitle(own)}`}
                      status={keyOf(own)}
                      color={own.color}
                      disabled={!may}
                      onChange={(color) => setStatus(keyOf(own), { color })}
                    />
                  ),
                },
                {
                  title: texts.hidden,
                  titleHidden: true,
                  width: '132px',
                  cell: (own) => (
                    <Checkbox
                      aria-label={`${texts.hidden}: ${statusTitle(own)}`}
                      label={texts.hidden}
                      disabled={!may}
                      checked={own.hidden}
                      onChange={(hidden) => setStatus(keyOf(own), { hidden })}
                    />
                  ),
                },
                {
                  title: texts.next,
                  cell: (own) =>
                    own.id ? (
                      <span className="muted">{texts.follows(mainTitle(own.status))}</span>
                    ) : (
                      // biome-ignore lint/a11y/useSemanticElements: a fieldset draws a frame
                      <div
                        role="group"
                        aria-label={`${texts.next}: ${statusTitle(own)}`}
                        className="own-field-choices"
                      >
                        {statuses
                          .filter(({ id, status, hidden }) => !id && status !== own.status && !hidden)
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
                may && {
                  title: texts.up,
                  titleHidden: true,
                  phone: 'end',
                  width: '120px',
                  cell: (own) => (
                    <span className="workflow-actions">
                      {own !== statuses[0] && (
                        <IconButton
                          icon="arrow-up"
                          label={`${texts.up}: ${statusTitle(own)}`}
                          tooltip={texts.up}
                          onClick={() => moveTo(keyOf(own), statuses.indexOf(own) - 1)}
                        />
                      )}
                      {own !== statuses.at(-1) && (
                        <IconButton
                          icon="arrow-down"
                          label={`${texts.down}: ${statusTitle(own)}`}
                          tooltip={texts.down}
                          onClick={() => moveTo(keyOf(own), statuses.indexOf(own) + 1)}
                        />
                      )}
                      {own.id && (
                        <IconButton
                          icon="trash"
                          label={`${texts.delete}: ${statusTitle(own)}`}
                          tooltip={texts.delete}
                          onClick={() => void askToDelete(own, own.id as string)}
                        />
                      )}
                    </span>
                  ),
                },
              ]}
            />
          </div>
        </OwnStatuses>
        <div role="status" className="said">
          {announcement}
        </div>
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
            <Button
              onClick={() =>
                setWorkflow({ ...plain, statuses: [...plain.statuses, ...statuses.filter(({ id }) => id)] })
              }
            >
              {texts.reset}
            </Button>
            <Button type="submit" look="primary">
              {texts.save}
            </Button>
          </FormActions>
        )}
      </Form>
    </Section>
  );
}
