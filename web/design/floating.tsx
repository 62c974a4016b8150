import { useState } from 'react';
import { Button } from '../parts/controls/button.tsx';
import { DatePicker } from '../parts/controls/date-picker.tsx';
import { IconButton } from '../parts/controls/icon-button.tsx';
import { TextArea } from '../parts/controls/text-area.tsx';
import { formatDay } from '../parts/dates/dates.ts';
import { Avatar } from '../parts/display/avatar.tsx';
import { Chip } from '../parts/display/chip.tsx';
import { Field } from '../parts/forms/field.tsx';
import { Form } from '../parts/forms/form.tsx';
import { FormActions } from '../parts/forms/form-actions.tsx';
import { TextField } from '../parts/forms/text-field.tsx';
import { Icon } from '../parts/icons/icon.tsx';
import { StatusIcon } from '../parts/icons/status-icon.tsx';
import { Dialog } from '../parts/popups/dialog.tsx';
import { Drawer } from '../parts/popups/drawer.tsx';
import { Menu } from '../parts/popups/menu.tsx';
import { MenuGroup } from '../parts/popups/menu-group.tsx';
import { MenuItem } from '../parts/popups/menu-item.tsx';
import { MenuSeparator } from '../parts/popups/menu-separator.tsx';
import { ask, OpenedDialogs } from '../parts/popups/open-dialog.tsx';
import { Picker } from '../parts/popups/picker.tsx';
import { Popover } from '../parts/popups/popover.tsx';
import { statusLabel, type TicketStatus, ticketStatuses } from '../parts/ticket-words.ts';

const people = [
  'Ada Lovelace',
  'Grace Hopper',
  'Alan Turing',
  'Edsger Dijkstra',
  'Barbara Liskov',
  'Jürgen Weiß',
];

export function Floating() {
  const [shown, setShown] = useState<'dialog' | 'drawer'>();
  const [status, setStatus] = useState<string>('todo');
  const [labels, setLabels] = useState<string[]>(['Ada Lovelace']);
  const [due, setDue] = useState<string | null>('2026-12-24');
  const [sorted, setSorted] = useState(true);
  const close = () => setShown(undefined);
  return (
    <div className="design-row">
      <Menu label="Ticket" trigger={<IconButton icon="more" label="More" look="plain" />}>
        <MenuItem icon="edit" keys="e" onSelect={() => {}}>
          Edit title
        </MenuItem>
        <MenuItem icon="copy" keys="Mod+Shift+c" onSelect={() => {}}>
          Copy link
        </MenuItem>
        <MenuItem checked={sorted} onSelect={() => setSorted(!sorted)} stay>
          Sort by priority
        </MenuItem>
        <MenuGroup label="Elsewhere">
          <MenuItem icon="external" href="#design">
            Open the pull request
          </MenuItem>
          <MenuItem icon="archive" disabled="Only maintainers can archive a ticket.">
            Archive
          </MenuItem>
        </MenuGroup>
        <MenuSeparator />
        <MenuItem icon="trash" danger onSelect={() => askToDelete()}>
          Delete
        </MenuItem>
      </Menu>
      <Popover label="Display" trigger={<Button icon="display">Display</Button>}>
        <TextField label="Name of the view" />
      </Popover>
      <Picker
        label="Status"
        trigger={
          <Chip before={<StatusIcon status={status as TicketStatus} />} label="Status">
            {statusLabel(status as TicketStatus)}
          </Chip>
        }
        value={status}
        onChange={setStatus}
        options={ticketStatuses.map((each, index) => ({
          id: each,
          label: statusLabel(each),
          before: <StatusIcon status={each} />,
          keys: String(index + 1),
        }))}
      />
      <Picker
        multiple
        label="People"
        trigger={<Chip before={<Icon name="people" />}>{labels.join(', ') || 'Nobody'}</Chip>}
        value={labels}
        onChange={setLabels}
        onCreate={(name) => setLabels([...labels, name])}
        options={people.map((name) => ({
          id: name,
          label: name,
          before: <Avatar name={name} size="small" />,
          hint: 'Member',
        }))}
      />
      <DatePicker
        label="Due date"
        trigger={<Chip before={<Icon name="calendar" />}>{due ? formatDay(due) : 'Due date'}</Chip>}
        value={due}
        onChange={setDue}
      />
      <Button onClick={() => setShown('dialog')}>Dialog</Button>
      <Button look="danger" onClick={() => askToDelete()}>
        Confirm
      </Button>
      <Button onClick={() => setShown('drawer')}>Drawer</Button>
      <Dialog open={shown === 'dialog'} onClose={close} title="New ticket">
        <Form label="New ticket" onSubmit={close}>
          <TextField label="Title" name="title" required look="large" />
          <Field label="Description" name="description" optional>
            <TextArea look="large" />
          </Field>
          <div className="design-row">
            <Picker
              label="Assignee"
              trigger={
                <Chip before={<Icon name="person" />} label="Assignee">
                  Nobody
                </Chip>
              }
              value={null}
              onChange={() => {}}
              options={people.map((name) => ({ id: name, label: name }))}
            />
            <DatePicker
              label="Due"
              trigger={<Chip label="Due">No date</Chip>}
              value={due}
              onChange={setDue}
            />
            <Menu label="Template" trigger={<Button>Template</Button>}>
              <MenuItem onSelect={() => {}}>Bug report</MenuItem>
            </Menu>
          </div>
          <FormActions>
            <Button onClick={close}>Cancel</Button>
            <Button type="submit" look="primary">
              Create ticket
            </Button>
          </FormActions>
        </Form>
      </Dialog>
      <OpenedDialogs page="" />
      {shown === 'drawer' && (
        <Drawer label="PAY-12 Sign-in fails" title="PAY-12" onClose={close}>
          <div className="design">
            <Button>Inside the drawer</Button>
          </div>
        </Drawer>
      )}
    </div>
  );
}

const askToDelete = () =>
  ask({
    title: 'Delete the project Payments?',
    text: 'Its 214 tickets, comments and files are gone for everybody. This cannot be undone.',
    confirm: 'Delete project',
    typeToConfirm: 'PAY',
    danger: true,
    onConfirm: () => {},
  });
