import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { BootProject, Operations } from '../../../sdk/index.ts';
import { api } from '../../api/index.ts';
import { language, m } from '../../messages/index.ts';
import { Select } from '../../parts/controls/select.tsx';
import { Switch } from '../../parts/controls/switch.tsx';
import { zoneOptions } from '../../parts/controls/zone-options.ts';
import { formatDayWithin } from '../../parts/dates/dates.ts';
import { Loaded } from '../../parts/display/loaded.tsx';
import { Section } from '../../parts/display/section.tsx';
import { attempt } from '../../parts/forms/attempt.ts';
import { Field } from '../../parts/forms/field.tsx';
import { refreshProjects } from '../project-queries.ts';
import { cycleScheduleQuery } from './cycle-schedule-query.ts';

type Change = NonNullable<Operations['setCycleSchedule']['body']>;
type Day = NonNullable<Change['startDay']>;

const days: Day[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
/** The weekday by its index: 5 January 1970 was a Monday. */
const dayName = (index: number) =>
  new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format((index + 4) * 86_400_000);
const numbers = (max: number, label: (n: number) => string) =>
  Array.from({ length: max }, (_, index) => ({ value: String(index + 1), label: label(index + 1) }));

/** The rule by which the server plans, starts and ends cycles. Every choice is saved at once. */
export function CycleSchedule({ project }: { project: BootProject }) {
  const query = cycleScheduleQuery(project.id);
  const queries = useQueryClient();
  const texts = m.projects.settings.schedule;
  const may = project.may.manageGroups;
  const save = (body: Change) =>
    attempt(async () => {
      const { data } = await api.setCycleSchedule({ params: { id: project.id }, body });
      queries.setQueryData(query.queryKey, data);
      await refreshProjects();
    });
  return (
    <Section title={texts.title} text={texts.text}>
      <Loaded query={useQuery(query)}>
        {({ active, lengthWeeks, startDay, plannedAhead, carryOver, timezone, nextAt }) => (
          <>
            <Switch
              label={texts.active}
              hint={nextAt ? texts.next(formatDayWithin(nextAt)) : texts.paused}
              checked={active}
              disabled={!may}
              onChange={(on) => void save({ active: on })}
            />
            <Field label={texts.length} row>
              <Select
                options={numbers(12, texts.weeks)}
                value={String(lengthWeeks)}
                disabled={!may}
                onChange={(value) => void save({ lengthWeeks: Number(value) })}
              />
            </Field>
            <Field label={texts.startDay} row>
              <Select
                options={days.map((value, index) => ({ value, label: dayName(index) }))}
                value={startDay}
                disabled={!may}
                onChange={(value) => void save({ startDay: value })}
              />
            </Field>
            <Field label={m.words.timeZone} row>
              <Select
                options={zoneOptions(timezone)}
                value={timezone}
                disabled={!may}
                onChange={(value) => void save({ timezone: value })}
              />
            </Field>
            <Field label={texts.plannedAhead} row>
              <Select
                options={numbers(8, String)}
                value={String(plannedAhead)}
                disabled={!may}
                onChange={(value) => void save({ plannedAhead: Number(value) })}
              />
            </Field>
            <Switch
              label={texts.carryOver}
              checked={carryOver}
              disabled={!may}
              onChange={(on) => void save({ carryOver: on })}
            />
          </>
        )}
      </Loaded>
    </Section>
  );
}
