import { useState } from 'react';
import type { ProjectWithPermissions } from '../../../sdk/index.ts';
import { api } from '../../api/index.ts';
import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { DatePicker } from '../../parts/controls/date-picker.tsx';
import { formatDate } from '../../parts/dates/dates.ts';
import { Avatar } from '../../parts/display/avatar.tsx';
import { attempt } from '../../parts/forms/attempt.ts';
import { Picker } from '../../parts/popups/picker.tsx';
import { refreshOverview } from './overview-queries.ts';

const save = (id: string, body: { leadId?: string | null; targetDate?: string | null }) =>
  attempt(async () => {
    await api.updateProject({ params: { id }, body });
    await refreshOverview();
  });

const nobody = 'nobody';

/** Who leads the project, one of its members. */
export function LeadPicker({ details }: { details: ProjectWithPermissions }) {
  const [open, setOpen] = useState(false);
  const { id, leadId, members = [] } = details;
  const lead = members.find((member) => member.id === leadId);
  return (
    <Picker
      label={m.overview.lead}
      placeholder={m.overview.lead}
      open={open}
      onOpenChange={setOpen}
      trigger={<Button>{lead?.name ?? m.overview.noLead}</Button>}
      value={leadId ?? nobody}
      options={[
        { id: nobody, label: m.overview.noLead },
        ...members.map((member) => ({
          id: member.id,
          label: member.name,
          hint: member.email,
          before: <Avatar name={member.name} id={member.id} image={member.image ?? undefined} size="small" />,
        })),
      ]}
      onChange={(picked) => void save(id, { leadId: picked === nobody ? null : picked })}
    />
  );
}

/** The day by which the project should be done. */
export function TargetPicker({ details: { id, targetDate } }: { details: ProjectWithPermissions }) {
  const [open, setOpen] = useState(false);
  return (
    <DatePicker
      label={m.overview.targetDate}
      open={open}
      onOpenChange={setOpen}
      trigger={<Button>{targetDate ? formatDate(targetDate) : m.overview.noTargetDate}</Button>}
      value={targetDate}
      onChange={(day) => void save(id, { targetDate: day })}
    />
  );
}
