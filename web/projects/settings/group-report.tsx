import { useQuery } from '@tanstack/react-query';
import { use } from 'react';
import type { Group } from '../../../sdk/index.ts';
import { api } from '../../api/index.ts';
import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { formatDayWithin } from '../../parts/dates/dates.ts';
import { Facts } from '../../parts/display/facts.tsx';
import { Loaded } from '../../parts/display/loaded.tsx';
import { attempt } from '../../parts/forms/attempt.ts';
import { FormActions } from '../../parts/forms/form-actions.tsx';
import { DialogContext } from '../../parts/forms/form-context.ts';
import { openDialog } from '../../parts/popups/open-dialog.tsx';
import { showToast } from '../../parts/popups/toasts.ts';
import { CycleChart, groupReportQuery } from '../cycles/cycle-details.tsx';
import { cycleScheduleQuery } from './cycle-schedule-query.ts';
import { stateOfGroup } from './group-state.ts';

const figures = ['atStart', 'added', 'removed', 'carriedOver', 'now', 'completed'] as const;

/** Shows what was planned in a cycle or milestone, what was added and removed, and what is done. */
export function openGroupReport(group: Group, mayCarry: boolean): void {
  const title = m.projects.settings.report.title(group.name);
  openDialog({ title, size: 'large' }, <GroupReport group={group} mayCarry={mayCarry} />);
}

/** `mayCarry`: the person may change tickets of the project. */
function GroupReport({ group, mayCarry }: { group: Group; mayCarry: boolean }) {
  const { id, kind } = group;
  const dialog = use(DialogContext);
  const report = useQuery(groupReportQuery(id));
  const texts = m.projects.settings.report;
  const carryOver = () =>
    attempt(async () => {
      const { data } = await api.carryOver({ params: { id }, body: {} });
      showToast({ text: texts.carried(data.ticketIds.length, data.to.name) });
      dialog?.onClose();
    });
  return (
    <>
      <Loaded query={report}>
        {(summary) => (
          <>
            <CycleChart name={group.name} report={summary} />
            <Facts
              facts={figures.map((figure) => {
                const { tickets, estimate } = summary[figure];
                return [texts[figure], estimate > 0 ? `${tickets} (Σ ${estimate})` : String(tickets)];
              })}
            />
          </>
        )}
      </Loaded>
      {kind === 'cycle' && <ScheduleText group={group} />}
      {kind === 'cycle' && mayCarry && (
        <FormActions>
          <Button icon="arrow-right" onClick={() => void carryOver()}>
            {texts.carry}
          </Button>
        </FormActions>
      )}
    </>
  );
}

/** What the schedule of the project does with a cycle. */
function ScheduleText({ group }: { group: Group }) {
  const { data } = useQuery(cycleScheduleQuery(group.projectId));
  const state = stateOfGroup(group, Date.now());
  if (!data?.active || !group.endsAt || state === 'over') return null;
  const texts = m.projects.settings.schedule;
  return (
    <p className="quiet">
      {texts.ends(formatDayWithin(group.endsAt))} {data.carryOver ? texts.moves : texts.stays}
    </p>
  );
}
