import { useQuery } from '@tanstack/react-query';
import type { TicketTemplate } from '../../../sdk/index.ts';
import { m } from '../../messages/index.ts';
import { Chip } from '../../parts/display/chip.tsx';
import { Icon } from '../../parts/icons/icon.tsx';
import { Picker } from '../../parts/popups/picker.tsx';
import { templatesQuery } from '../templates/template-queries.ts';

interface Props {
  projectId: string;
  picked: string | undefined;
  onPick: (template: TicketTemplate | undefined) => void;
}

/** Chooses the template of the new ticket; empty in projects without templates. */
export function TemplateChip({ projectId, picked, onPick }: Props) {
  const { data = [] } = useQuery(templatesQuery(projectId));
  const label = m.ticket.template;
  const find = (id: string | undefined) => data.find((one) => one.id === id);
  if (data.length === 0) return null;
  return (
    <Picker
      label={label}
      value={picked ?? ''}
      options={[{ id: '', label: m.ticket.noTemplate }, ...data.map(({ id, name }) => ({ id, label: name }))]}
      onChange={(id) => onPick(find(id))}
      trigger={
        <Chip before={<Icon name="document" />} label={label} onClick={() => {}}>
          {find(picked)?.name ?? label}
        </Chip>
      }
    />
  );
}
