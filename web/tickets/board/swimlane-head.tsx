import { m } from '../../messages/index.ts';
import { PersonAvatar } from '../../parts/display/avatar.tsx';
import { Icon } from '../../parts/icons/icon.tsx';
import { useGroup, usePerson, useRow } from '../../replica/index.ts';
import type { SwimlaneField } from './swimlanes.ts';

interface SwimlaneHeadProps {
  field: SwimlaneField;
  value: string | null;
  count: number;
  isOpen: boolean;
  onToggle: () => void;
}

/** The name of a swimlane, which opens and closes it. */
export function SwimlaneHead({ field, value, count, isOpen, onToggle }: SwimlaneHeadProps) {
  const person = usePerson(field === 'assignee' ? value : undefined);
  const group = useGroup(field === 'group' ? value : undefined);
  const parent = useRow(field === 'parent' ? value : undefined);
  const name = person?.name ?? group?.name ?? (parent && `${parent.key ?? ''} ${parent.title}`.trim());
  return (
    <h3 className="swimlane-head">
      <button type="button" className="swimlane-head-button" aria-expanded={isOpen} onClick={onToggle}>
        <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
        {field === 'assignee' && <PersonAvatar person={person} />}
        <span className="swimlane-head-name clipped">
          {value === null ? m.board.laneNone[field] : (name ?? m.board.laneGone)}
        </span>
        <span className="column-head-count figures">{count}</span>
      </button>
    </h3>
  );
}
