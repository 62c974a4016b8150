import { Button } from '../parts/controls/button.tsx';
import { IconButton } from '../parts/controls/icon-button.tsx';
import { Avatar } from '../parts/display/avatar.tsx';
import { Badge } from '../parts/display/badge.tsx';
import { type Column, DataTable } from '../parts/display/data-table.tsx';
import { EmptyState } from '../parts/display/empty-state.tsx';
import { Section } from '../parts/display/section.tsx';

interface Member {
  name: string;
  email: string;
  role: string;
  tickets: number;
}

const members: Member[] = [
  { name: 'Ada Lovelace', email: 'ada@example.org', role: 'Owner', tickets: 42 },
  { name: 'Grace Hopper', email: 'grace.hopper@navy.example.org', role: 'Member', tickets: 7 },
  { name: 'Jürgen Weiß', email: 'jw@example.org', role: 'Viewer', tickets: 0 },
];

const columns: Column<Member>[] = [
  {
    title: 'Name',
    header: true,
    phone: 'main',
    cell: ({ name }) => (
      <span className="design-row">
        <Avatar name={name} /> {name}
      </span>
    ),
  },
  { title: 'Email', phone: 'hide', cell: ({ email }) => email },
  { title: 'Role', cell: ({ role }) => <Badge>{role}</Badge> },
  { title: 'Tickets', align: 'end', phone: 'hide', cell: ({ tickets }) => tickets },
  {
    title: 'Actions',
    actions: true,
    cell: ({ name }) => <IconButton icon="more" label={`More for ${name}`} />,
  },
];

export function Tables() {
  return (
    <>
      <Section
        title="Members"
        text="Who can see and change this project."
        actions={<Button icon="plus">Invite</Button>}
      >
        <DataTable label="Members" columns={columns} rows={members} rowKey={({ email }) => email} />
      </Section>
      <DataTable
        label="Nobody"
        columns={columns}
        rows={[]}
        rowKey={({ email }) => email}
        empty={<EmptyState small title="Nobody has been invited yet." />}
      />
    </>
  );
}
