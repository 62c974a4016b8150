import { m } from '../../messages/index.ts';
import { classes } from '../../parts/classes.ts';
import { Checkbox } from '../../parts/controls/checkbox.tsx';
import { IconButton } from '../../parts/controls/icon-button.tsx';
import { Icon } from '../../parts/icons/icon.tsx';
import { statusPatch, useOwnStatuses } from '../../parts/own-statuses.ts';
import { ValueIcon } from '../filter/value-icon.tsx';
import { openNewTicket } from '../new-ticket/new-ticket-state.ts';
import { fieldsOfValue, type Grouping } from '../ticket-search.ts';
import type { TicketGroup } from './divide-groups.ts';
import { type Selection, useSelectedIds } from './selection.ts';

interface GroupHeadProps {
  group: TicketGroup;
  groupBy: Grouping;
  projectId: string | undefined;
  rowIndex: number;
  start: number;
  isSticky: boolean;
  isCollapsed: boolean;
  selection: Selection;
  onToggle: () => void;
}

export function GroupHead({
  group,
  groupBy,
  projectId,
  rowIndex,
  start,
  isSticky,
  isCollapsed,
  selection,
  onToggle,
}: GroupHeadProps) {
  const selected = useSelectedIds(selection);
  const statuses = useOwnStatuses();
  const members = group.members ?? group.ids;
  const count = selected.size === 0 ? 0 : members.filter((id) => selected.has(id)).length;
  return (
    <div
      role="row"
      className={classes('group-head', isSticky && 'group-head-sticky', group.parent && 'group-head-sub')}
      aria-level={group.parent ? 2 : undefined}
      aria-rowindex={rowIndex}
      style={isSticky ? undefined : { transform: `translateY(${start}px)` }}
    >
      <span role="gridcell" className="group-head-check">
        <Checkbox
          aria-label={m.tickets.selectGroup(group.name)}
          checked={count > 0 && count === members.length}
          mixed={count > 0 && count < members.length}
          tabIndex={-1}
          onChange={(on) => (on ? selection.add(members) : selection.remove(members))}
        />
      </span>
      <span role="gridcell" className="group-head-main">
        <button type="button" className="group-head-toggle" aria-expanded={!isCollapsed} onClick={onToggle}>
          <Icon name={isCollapsed ? 'chevron-right' : 'chevron-down'} size="small" />
          <GroupIcon groupBy={groupBy} value={group.partValue ?? group.value} />
          <span className="clipped">{group.name}</span>
          <span className="group-head-count figures">{group.count ?? group.total}</span>
        </button>
        {projectId && !group.parent && (
          <IconButton
            icon="plus"
            label={`${m.tickets.create.title}: ${group.name}`}
            tooltip={m.tickets.create.title}
            className="group-head-add"
            onClick={() =>
              openNewTicket({
                projectId,
                ...(groupBy === 'status'
                  ? statusPatch(group.value, statuses)
                  : groupBy !== 'none' && fieldsOfValue(groupBy, group.value)),
              })
            }
          />
        )}
      </span>
    </div>
  );
}

function GroupIcon({ groupBy, value }: { groupBy: Grouping; value: string }) {
  if (groupBy === 'project') return <Icon name="folder" />;
  if (groupBy === 'group') return <Icon name="group" />;
  if (groupBy === 'parent') return <Icon name="subticket" />;
  return groupBy === 'none' ? null : <ValueIcon filter={groupBy} value={value} />;
}
