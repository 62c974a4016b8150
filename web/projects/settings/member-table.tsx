import { m } from '../../messages/index.ts';
import { IconButton } from '../../parts/controls/icon-button.tsx';
import { Select } from '../../parts/controls/select.tsx';
import { Avatar } from '../../parts/display/avatar.tsx';
import { Badge } from '../../parts/display/badge.tsx';
import { type Column, DataTable } from '../../parts/display/data-table.tsx';
import { attempt } from '../../parts/forms/attempt.ts';
import { showToast } from '../../parts/popups/toasts.ts';
import { useMe, usePerson } from '../../replica/index.ts';
import type { ProjectRole } from '../project-options.ts';
import './member-table.css';

interface Member<Role> {
  id: string;
  name: string;
  email?: string | null | undefined;
  image?: string | null | undefined;
  role: Role;
}

export interface MemberTableProps<Role extends ProjectRole, M extends Member<Role>> {
  label: string;
  members: readonly M[];
  /** The roles that the person may give. */
  roles: readonly Role[];
  mayManage: boolean;
  /** Columns between the name and the role. */
  columns?: readonly Column<M>[];
  /** Says of a member whether it is an agent or oneself. */
  withBadges?: boolean;
  className?: string | undefined;
  texts: { remove: string; removed: (name: string) => string; ownerOnly: string };
  setRole: (userId: string, role: Role) => Promise<void>;
  remove: (userId: string) => Promise<void>;
}

/** The members of a project or workspace, with their roles. Each change can be undone. */
export function MemberTable<Role extends ProjectRole, M extends Member<Role>>(
  props: MemberTableProps<Role, M>,
) {
  const { roles, mayManage, texts, setRole } = props;
  const me = useMe();
  const words = m.projects.settings.members;
  const undo = ({ id, role }: M) => ({
    name: m.projects.settings.danger.undo,
    run: () => void attempt(() => setRole(id, role)),
  });
  const changeRole = (member: M, role: Role) =>
    attempt(async () => {
      await setRole(member.id, role);
      showToast({ text: words.changed(member.name, m.projects.roles[role]), actions: [undo(member)] });
    });
  const remove = (member: M) =>
    attempt(async () => {
      await props.remove(member.id);
      showToast({ text: texts.removed(member.name), actions: [undo(member)] });
    });
  /** The same rule as on the server: an admin who is not an owner may not change owners. */
  const mayChange = ({ role }: M) => mayManage && roles.includes(role);

  return (
    <DataTable
      label={props.label}
      className={props.className}
      rows={props.members}
      columns={[
        {
          title: m.words.name,
          header: true,
          phone: 'main',
          cell: (member) => <MemberName member={member} withBadges={props.withBadges} />,
        },
        ...(props.columns ?? []),
        {
          title: m.words.role,
          width: '150px',
          cell: (member) =>
            mayChange(member) && member.id !== me.id ? (
              <Select
                aria-label={words.roleOf(member.name)}
                options={roles.map((value) => ({ value, label: m.projects.roles[value] }))}
                value={member.role}
                onChange={(role) => void changeRole(member, role)}
              />
            ) : (
              m.projects.roles[member.role]
            ),
        },
        mayManage && {
          title: texts.remove,
          actions: true,
          width: '56px',
          cell: (member) =>
            member.id !== me.id && (
              <IconButton
                icon="trash"
                label={texts.remove}
                of={member.name}
                disabled={mayChange(member) ? false : texts.ownerOnly}
                onClick={() => void remove(member)}
              />
            ),
        },
      ]}
    />
  );
}

interface MemberNameProps {
  member: Member<ProjectRole>;
  withBadges: boolean | undefined;
}

function MemberName({ member: { id, name, email, image }, withBadges }: MemberNameProps) {
  const isAgent = usePerson(id)?.isAgent;
  const isMe = useMe().id === id;
  const texts = m.projects.settings.members;
  return (
    <span className="member-name">
      <Avatar name={name} id={id} image={image} agent={isAgent} size="large" />
      <span className="row-texts">
        <span className="member-name-line">
          {name}
          {withBadges && isMe && <Badge>{texts.you}</Badge>}
          {withBadges && isAgent && <Badge look="teal">{texts.agent}</Badge>}
        </span>
        {!isAgent && <span className="quiet">{email}</span>}
      </span>
    </span>
  );
}
