import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BootProject, TicketSchedule } from '../../../sdk/index.ts';
import { api, queryClient } from '../../api/index.ts';
import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Select } from '../../parts/controls/select.tsx';
import { TextInput } from '../../parts/controls/text-input.tsx';
import { formatWeekday, today } from '../../parts/dates/dates.ts';
import { Field } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { FormActions } from '../../parts/forms/form-actions.tsx';
import { textOf } from '../../parts/forms/form-values.ts';
import { findRefusal } from '../../parts/forms/refusal.ts';
import { projectsKey } from '../../projects/index.ts';
import { ContentFields, cleaned } from './content-fields.tsx';
import { templatesQuery } from './template-queries.ts';

interface Props {
  project: BootProject;
  /** Undefined for a new one. */
  schedule: TicketSchedule | undefined;
  onClose: () => void;
}

const rules = [
  'FREQ=DAILY',
  'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
  'FREQ=WEEKLY',
  'FREQ=WEEKLY;INTERVAL=2',
  'FREQ=MONTHLY',
  'FREQ=YEARLY',
];

export function ScheduleForm({ project, schedule, onClose }: Props) {
  const [content, setContent] = useState(schedule?.ticket ?? {});
  const [templateId, setTemplate] = useState(schedule?.templateId ?? '');
  const [rule, setRule] = useState(schedule?.rule ?? (rules[2] as string));
  const [isOwnRule, setOwnRule] = useState(!rules.includes(rule));
  const [startsAt, setStart] = useState(schedule?.startsAt ?? `${today()}T09:00`);
  const [timezone, setZone] = useState(
    schedule?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  );
  const { data: templates = [] } = useQuery(templatesQuery(project.id));
  const texts = m.projects.settings.templates;
  const { id } = project;

  async function save(values: FormData) {
    const dueDays = textOf(values, 'dueDays');
    const body = {
      name: textOf(values, 'name').trim(),
      rule,
      startsAt,
      timezone,
      templateId: templateId || null,
      ticket: cleaned(content),
      dueDays: dueDays === '' ? null : Number(dueDays),
    };
    if (schedule) await api.updateSchedule({ params: { id, scheduleId: schedule.id }, body });
    else await api.createSchedule({ params: { id }, body });
    await queryClient.invalidateQueries({ queryKey: projectsKey });
    onClose();
  }
  return (
    <Form label={schedule?.name ?? texts.createSchedule} onSubmit={save}>
      <Field label={m.projects.form.name} name="name" required>
        <TextInput look="large" defaultValue={schedule?.name} maxLength={60} autoComplete="off" />
      </Field>
      <Field label={texts.repeats} name="preset">
        <Select
          look="large"
          options={[
            ...rules.map((value, index) => ({ value, label: texts.rules[index] ?? value })),
            { value: '', label: texts.ownRule },
          ]}
          value={isOwnRule ? '' : rule}
          onChange={(value) => {
            setOwnRule(value === '');
            if (value !== '') setRule(value);
          }}
        />
      </Field>
      {isOwnRule && (
        <Field label={texts.rule} name="rule" required>
          <TextInput look="large" value={rule} onChange={({ target }) => setRule(target.value)} />
        </Field>
      )}
      <Field label={texts.starts} name="startsAt" required>
        <TextInput
          type="datetime-local"
          look="large"
          value={startsAt}
          onChange={({ target }) => setStart(target.value)}
        />
      </Field>
      <Field label={texts.timezone} name="timezone" required>
        <TextInput look="large" value={timezone} onChange={({ target }) => setZone(target.value)} />
      </Field>
      <Preview projectId={id} rule={rule} startsAt={startsAt} timezone={timezone} />
      <Field label={texts.dueDays} name="dueDays" optional>
        <TextInput type="number" min={0} max={365} look="large" defaultValue={schedule?.dueDays ?? ''} />
      </Field>
      {templates.length > 0 && (
        <Field label={m.ticket.template} name="templateId">
          <Select
            look="large"
            options={[
              { value: '', label: m.ticket.noTemplate },
              ...templates.map(({ id: value, name }) => ({ value, label: name })),
            ]}
            value={templateId}
            onChange={setTemplate}
          />
        </Field>
      )}
      <ContentFields project={project} content={content} onChange={setContent} />
      <FormActions>
        <Button onClick={onClose}>{m.projects.form.cancel}</Button>
        <Button type="submit" look="primary">
          {schedule ? m.projects.form.save : texts.createScheduleAction}
        </Button>
      </FormActions>
    </Form>
  );
}

interface PreviewProps {
  projectId: string;
  rule: string;
  startsAt: string;
  timezone: string;
}

/** The next times as the server evaluates the rule, or the problem of the rule. */
function Preview({ projectId, ...query }: PreviewProps) {
  const { data, error } = useQuery({
    queryKey: [...projectsKey, 'occurrences', projectId, query],
    queryFn: async () =>
      (await api.previewOccurrences({ params: { id: projectId }, query: { ...query, limit: 3 } })).data,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const problems = Object.values(findRefusal(error)?.details ?? {}).flat();
  const times = data?.map(({ local }) => `${formatWeekday(local.slice(0, 10))}, ${local.slice(11, 16)}`);
  return (
    <p className="quiet" aria-live="polite">
      {problems.join(' ') || `${m.projects.settings.templates.next}: ${times?.join(' · ') ?? '…'}`}
    </p>
  );
}
