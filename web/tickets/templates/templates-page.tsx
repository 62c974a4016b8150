import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { TicketSchedule, TicketTemplate } from '../../../sdk/index.ts';
import { api, queryClient } from '../../api/index.ts';
import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { IconButton } from '../../parts/controls/icon-button.tsx';
import { formatDateTime } from '../../parts/dates/dates.ts';
import { Badge } from '../../parts/display/badge.tsx';
import { type Column, DataTable } from '../../parts/display/data-table.tsx';
import { EmptyState } from '../../parts/display/empty-state.tsx';
import { Section } from '../../parts/display/section.tsx';
import { attempt } from '../../parts/forms/attempt.ts';
import type { IconName } from '../../parts/icons/icon-shapes.ts';
import { Dialog } from '../../parts/popups/dialog.tsx';
import { ask } from '../../parts/popups/open-dialog.tsx';
import { projectsKey, useSettingsProject } from '../../projects/index.ts';
import { describeRule } from './describe-rule.ts';
import { ScheduleForm } from './schedule-dialog.tsx';
import { TemplateForm } from './template-dialog.tsx';
import { schedulesQuery, templatesQuery } from './template-queries.ts';

/** The templates and the schedules of the project. */
export function TemplatesPage() {
  const project = useSettingsProject();
  const { data: templates = [] } = useQuery(templatesQuery(project.id));
  const { data: schedules = [] } = useQuery(schedulesQuery(project.id));
  const texts = m.projects.settings.templates;
  const { id } = project;
  const pause = ({ id: scheduleId, state }: TicketSchedule) =>
    void attempt(async () => {
      await api.updateSchedule({ params: { id, scheduleId }, body: { paused: state !== 'paused' } });
      await queryClient.invalidateQueries({ queryKey: projectsKey });
    });
  return (
    <>
      <Items<TicketTemplate>
        title={m.projects.settings.pages.templates}
        text={texts.text}
        create={texts.create}
        mayNot={project.may.edit ? undefined : (project.mayNot.edit ?? '')}
        items={templates}
        columns={[{ title: m.tickets.create.name, cell: ({ ticket }) => <Quiet>{ticket.title}</Quiet> }]}
        form={(template, onClose) => <TemplateForm {...{ project, template, onClose }} />}
        remove={(templateId) => api.deleteTemplate({ params: { id, templateId } })}
      />
      <Items<TicketSchedule>
        title={texts.schedules}
        text={texts.schedulesText}
        create={texts.createSchedule}
        mayNot={project.may.manageAccessTokens ? undefined : (project.mayNot.manageAccessTokens ?? '')}
        items={schedules}
        columns={[
          {
            title: texts.repeats,
            cell: ({ rule, pause: paused }) => <Quiet>{paused?.message ?? describeRule(rule)}</Quiet>,
          },
          {
            title: texts.next,
            width: '150px',
            cell: ({ nextAt, state }) =>
              nextAt ? <Quiet>{formatDateTime(nextAt)}</Quiet> : <Badge>{texts.states[state]}</Badge>,
          },
        ]}
        form={(schedule, onClose) => <ScheduleForm {...{ project, schedule, onClose }} />}
        remove={(scheduleId) => api.deleteSchedule({ params: { id, scheduleId } })}
        action={(schedule) => {
          const isPaused = schedule.state === 'paused';
          return [isPaused ? 'play' : 'pause', isPaused ? texts.resume : texts.pause, () => pause(schedule)];
        }}
      />
    </>
  );
}

const Quiet = ({ children }: { children: ReactNode }) => <span className="quiet">{children}</span>;

interface Named {
  id: string;
  name: string;
}

interface ItemsProps<Item extends Named> {
  title: string;
  text: string;
  create: string;
  /** Why they cannot be changed. */
  mayNot: string | undefined;
  items: Item[];
  columns: Column<Item>[];
  form: (item: Item | undefined, onClose: () => void) => ReactNode;
  remove: (id: string) => Promise<unknown>;
  action?: (item: Item) => [IconName, string, () => void];
}

function Items<Item extends Named>({
  title,
  text,
  create,
  mayNot,
  items,
  columns,
  ...rest
}: ItemsProps<Item>) {
  const [edited, setEdited] = useState<Item | 'new'>();
  const texts = m.projects.settings.templates;
  const close = () => setEdited(undefined);
  const add = mayNot === undefined && (
    <Button look="primary" icon="plus" onClick={() => setEdited('new')}>
      {create}
    </Button>
  );
  const askToDelete = ({ id, name }: Item) =>
    ask({
      title: texts.question(name),
      text: texts.confirmText,
      confirm: texts.delete,
      danger: true,
      onConfirm: async () => {
        await rest.remove(id);
        await queryClient.invalidateQueries({ queryKey: projectsKey });
      },
    });
  const button = (item: Item, icon: IconName, label: string, run: () => void) => (
    <IconButton icon={icon} label={`${label}: ${item.name}`} tooltip={label} onClick={run} />
  );
  const actions: Column<Item> = {
    title: texts.edit,
    titleHidden: true,
    align: 'end',
    phone: 'end',
    width: '124px',
    cell: (item) => (
      <span className="settings-row-actions">
        {rest.action && button(item, ...rest.action(item))}
        {button(item, 'edit', texts.edit, () => setEdited(item))}
        {button(item, 'trash', texts.delete, () => askToDelete(item))}
      </span>
    ),
  };
  return (
    <Section title={title} text={mayNot || text} actions={items.length > 0 && add}>
      {items.length > 0 ? (
        <DataTable
          label={title}
          rows={items}
          rowKey={({ id }) => id}
          columns={[
            { title: m.projects.form.name, header: true, phone: 'main', cell: ({ name }) => name },
            ...columns,
            ...(mayNot === undefined ? [actions] : []),
          ]}
        />
      ) : (
        <EmptyState small icon="document" title={texts.none} action={add} />
      )}
      <Dialog
        open={edited !== undefined}
        onClose={close}
        title={edited === 'new' || !edited ? create : edited.name}
      >
        {edited && rest.form(edited === 'new' ? undefined : edited, close)}
      </Dialog>
    </Section>
  );
}
