import { m } from '../../messages/index.ts';
import { classes } from '../../parts/classes.ts';
import { dayOf, formatDay, today } from '../../parts/dates/dates.ts';
import { Avatar } from '../../parts/display/avatar.tsx';
import { ChoiceIcon } from '../../parts/icons/choice-icon.tsx';
import { Icon } from '../../parts/icons/icon.tsx';
import { StatusIcon } from '../../parts/icons/status-icon.tsx';
import { statusValue, useStatusLabel } from '../../parts/own-statuses.ts';
import { type ChoiceField, choiceLabel, isClosed } from '../../parts/ticket-words.ts';
import { type TicketRow, useGroup, usePerson, useProject, useRow } from '../../replica/index.ts';
import { fieldIcon } from './field-names.ts';
import { commonValue, type FieldName, rowFieldOf } from './field-values.ts';
import { LabelsValue } from './labels-value.tsx';

interface Props {
  field: FieldName;
  rows: readonly TicketRow[];
}

/** The value of a field as icon and text. Tickets with different values show none. */
export function FieldValue({ field, rows }: Props) {
  const [row] = rows;
  if (!row) return null;
  if (
    rows.length > 1 &&
    commonValue(rows, (one) => String(field === 'status' ? statusValue(one) : one[rowFieldOf(field)])) ===
      'several'
  )
    return <Shown before={<Icon name={fieldIcon(field)} />} text={m.fields.several} isEmpty />;
  switch (field) {
    case 'status':
      return <StatusShown row={row} />;
    case 'assignee':
      return <AssigneeValue id={row.assigneeId} />;
    case 'labels':
      return <LabelsValue ids={row.labelIds} />;
    case 'group':
      return <GroupValue field={field} id={row.groupId} />;
    case 'milestone':
      return <GroupValue field={field} id={row.milestoneId} />;
    case 'dueDate':
      return <DueDateValue row={row} />;
    case 'parent':
      return <ParentValue id={row.parentId} />;
    case 'project':
      return <ProjectValue id={row.projectId} />;
    default:
      return <ChoiceValue field={field} value={row[field]} />;
  }
}

function Shown({
  before,
  text,
  isEmpty,
  className,
}: {
  before: React.ReactNode;
  text: string;
  isEmpty?: boolean;
  className?: string | undefined;
}) {
  return (
    <>
      {before}
      <span className={classes('field-value-text clipped', isEmpty && 'field-value-empty', className)}>
        {text}
      </span>
    </>
  );
}

function StatusShown({ row: { status, ownStatusId } }: { row: TicketRow }) {
  const text = useStatusLabel()(status, ownStatusId);
  return <Shown before={<StatusIcon status={status} own={ownStatusId} />} text={text} />;
}

function ChoiceValue({ field, value }: { field: ChoiceField; value: string | null }) {
  const icon = value === null ? null : ChoiceIcon({ field, value });
  return (
    <Shown
      before={icon ?? <Icon name={fieldIcon(field)} />}
      text={choiceLabel(field, value)}
      isEmpty={value === null}
    />
  );
}

function AssigneeValue({ id }: { id: string | null }) {
  const person = usePerson(id);
  if (id === null) return <Shown before={<Avatar size="small" />} text={m.fields.noAssignee} isEmpty />;
  const name = person?.name ?? m.fields.unknownPerson;
  return (
    <Shown
      before={<Avatar size="small" name={name} id={id} image={person?.image} agent={person?.isAgent} />}
      text={name}
    />
  );
}

function GroupValue({ field, id }: { field: 'group' | 'milestone'; id: string | null }) {
  const group = useGroup(id);
  const none = field === 'group' ? m.fields.noGroup : m.fields.noMilestone;
  return (
    <Shown
      before={<Icon name={fieldIcon(field)} />}
      text={id === null ? none : (group?.name ?? m.fields.unknown)}
      isEmpty={id === null}
    />
  );
}

function DueDateValue({ row }: { row: TicketRow }) {
  if (row.dueDate === null)
    return <Shown before={<Icon name="calendar" />} text={m.fields.noDueDate} isEmpty />;
  const isOverdue = !isClosed(row) && dayOf(row.dueDate) < today();
  return (
    <Shown
      before={<Icon name="calendar" className={isOverdue ? 'field-value-overdue' : ''} />}
      text={formatDay(row.dueDate)}
      className={isOverdue ? 'field-value-overdue' : undefined}
    />
  );
}

function ParentValue({ id }: { id: string | null }) {
  const parent = useRow(id);
  if (id === null) return <Shown before={<Icon name="subticket" />} text={m.fields.noParent} isEmpty />;
  const text = parent ? `${parent.key ?? ''} ${parent.title}`.trim() : m.fields.unknown;
  return <Shown before={<Icon name="subticket" />} text={text} />;
}

function ProjectValue({ id }: { id: string | null }) {
  const project = useProject(id);
  return (
    <Shown
      before={<Icon name="folder" />}
      text={id === null ? m.fields.noProject : (project?.name ?? m.fields.unknown)}
      isEmpty={id === null}
    />
  );
}
