import { m } from '../../messages/index.ts';
import { Button } from '../../parts/controls/button.tsx';
import { IconButton } from '../../parts/controls/icon-button.tsx';
import { deleteTickets, readRow, useBoot } from '../../replica/index.ts';
import {
  fieldIcon,
  fieldKeys,
  fieldLabel,
  mayNotChange,
  mayNotDelete,
  openCopyMenu,
  openField,
  openTicketMenu,
  panelFields,
  whatOf,
} from '../fields/index.ts';
import { type Selection, useSelectedIds } from './selection.ts';
import './selection-tools.css';

const fields = panelFields.slice(0, panelFields.indexOf('milestone'));

/** What `SelectionBar` shows while tickets are selected. */
export function SelectionTools({ selection }: { selection: Selection }) {
  const selected = useSelectedIds(selection);
  const boot = useBoot();
  const ids = [...selected];
  const rows = ids.flatMap((id) => readRow(id) ?? []);
  const mayNot = mayNotChange(rows, boot);
  const mayNotRemove = mayNotDelete(rows, boot);
  return (
    <div className="selection-bar" role="toolbar" aria-label={m.tickets.selection.name}>
      <span className="selection-bar-count figures" role="status">
        {m.tickets.selection.count(selected.size)}
      </span>
      <IconButton
        icon="close"
        label={m.tickets.selection.clear}
        keys="Escape"
        onClick={() => selection.clear()}
      />
      <span className="selection-bar-line" />
      {fields.map((field) => (
        <Button
          key={field}
          look="quiet"
          icon={fieldIcon(field)}
          className="selection-bar-action"
          aria-label={fieldLabel(field)}
          tooltip={fieldLabel(field)}
          keys={fieldKeys[field]}
          disabled={mayNot ?? false}
          onClick={(event) => openField(field, ids, event.currentTarget)}
        >
          {fieldLabel(field)}
        </Button>
      ))}
      <span className="selection-bar-line" />
      <IconButton
        icon="copy"
        label={m.tickets.selection.copy}
        keys="Alt+y"
        onClick={(event) => openCopyMenu(ids, event.currentTarget)}
      />
      <IconButton
        icon="trash"
        label={m.tickets.selection.delete}
        disabled={mayNotRemove ?? false}
        onClick={() => deleteTickets(ids, m.fields.done.deleted(whatOf(rows)))}
      />
      <IconButton
        icon="more"
        label={m.fields.menu.name}
        keys="."
        onClick={(event) => openTicketMenu(ids, event.currentTarget)}
      />
    </div>
  );
}
