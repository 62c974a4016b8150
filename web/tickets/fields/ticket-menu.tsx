import { m } from '../../messages/index.ts';
import { Menu } from '../../parts/popups/menu.tsx';
import { MenuGroup } from '../../parts/popups/menu-group.tsx';
import { MenuItem } from '../../parts/popups/menu-item.tsx';
import { MenuSeparator } from '../../parts/popups/menu-separator.tsx';
import { deleteTickets, useBoot } from '../../replica/index.ts';
import { assignMe } from './assign-me.ts';
import { whatOf } from './change-field.ts';
import { refOf } from './copy-text.ts';
import { type CopyForm, copyTickets, nameOf } from './copy-tickets.ts';
import { fieldIcon, fieldKeys, fieldLabel } from './field-names.ts';
import { panelFields } from './field-values.ts';
import { mayNotChange, mayNotDelete } from './may-change.ts';
import { openField, type TicketAction } from './open-field.ts';
import type { TicketPickerProps } from './picker-props.ts';

const fields = panelFields.filter((field) => field !== 'milestone');
const forms: CopyForm[] = ['key', 'link', 'markdown', 'branch', 'curl', 'prompt'];
const formKeys: Partial<Record<CopyForm, string>> = { key: 'y', link: 'Shift+y' };

interface TicketMenuProps extends TicketPickerProps {
  more?: readonly TicketAction[] | undefined;
}

/** All actions for some tickets. */
export function TicketMenu({ rows, at, open, onOpenChange, more = [] }: TicketMenuProps) {
  const boot = useBoot();
  const ids = rows.map(({ id }) => id);
  const [only] = rows;
  const mayNot = mayNotChange(rows, boot);
  const mayNotRemove = mayNotDelete(rows, boot);
  // The picker opens where the menu was. A point has no element, so it opens at the clicked row.
  const anchor = at instanceof Element ? at : (document.elementFromPoint(at.x, at.y) ?? document.body);
  return (
    <Menu label={m.fields.menu.name} at={at} open={open} onOpenChange={onOpenChange}>
      {rows.length === 1 && only && location.pathname !== `/t/${refOf(only)}` && (
        <>
          <MenuItem icon="expand" href={`/t/${refOf(only)}`}>
            {m.fields.menu.openPage}
          </MenuItem>
          <MenuSeparator />
        </>
      )}
      {mayNot === undefined && more.length > 0 && (
        <>
          {more.map(({ icon, name, keys, run }) => (
            <MenuItem key={name} icon={icon} keys={keys} onSelect={run}>
              {name}
            </MenuItem>
          ))}
          <MenuSeparator />
        </>
      )}
      {mayNot === undefined && rows.some(({ assigneeId }) => assigneeId !== boot.me.id) && (
        <MenuItem icon="person" keys="i" onSelect={() => assignMe(ids)}>
          {m.fields.keys.assignMe}
        </MenuItem>
      )}
      {mayNot === undefined ? (
        fields.map((field) => (
          <MenuItem
            key={field}
            icon={fieldIcon(field)}
            keys={fieldKeys[field]}
            onSelect={() => openField(field, ids, anchor)}
          >
            {fieldLabel(field)}
          </MenuItem>
        ))
      ) : (
        <MenuItem icon="lock" disabled={mayNot}>
          {m.fields.menu.readOnly}
        </MenuItem>
      )}
      <MenuGroup label={m.fields.menu.copy}>
        <CopyItems ids={ids} />
      </MenuGroup>
      {mayNot === undefined && (
        <>
          <MenuSeparator />
          <MenuItem
            icon="trash"
            danger
            disabled={mayNotRemove ?? false}
            onSelect={() => deleteTickets(ids, m.fields.done.deleted(whatOf(rows)))}
          >
            {m.fields.menu.delete}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}

/** The forms in which tickets can be copied, by ⌥y. */
export function CopyMenu({ rows, at, open, onOpenChange }: TicketPickerProps) {
  return (
    <Menu label={m.fields.menu.copyAs} at={at} open={open} onOpenChange={onOpenChange}>
      <CopyItems ids={rows.map(({ id }) => id)} />
    </Menu>
  );
}

function CopyItems({ ids }: { ids: readonly string[] }) {
  return forms.map((form) => (
    <MenuItem key={form} keys={formKeys[form]} onSelect={() => void copyTickets(ids, form)}>
      {nameOf(form)}
    </MenuItem>
  ));
}
