import { useRows } from '../../replica/index.ts';
import { FieldPicker } from './field-picker.tsx';
import { closeField, type OpenField, useOpenField } from './open-field.ts';
import { CopyMenu, TicketMenu } from './ticket-menu.tsx';

/** The one picker or menu of tickets that is open, wherever it was opened. Rendered once in the frame. */
export function FieldHost() {
  const open = useOpenField();
  return open ? <Opened key={open.serial} {...open} /> : null;
}

function Opened({ what, ids, at, more }: OpenField) {
  const rows = useRows(ids);
  const props = { rows, at, open: true, onOpenChange: (open: boolean) => !open && closeField() };
  if (what === 'menu') return <TicketMenu {...props} more={more} />;
  if (what === 'copy') return <CopyMenu {...props} />;
  return <FieldPicker field={what} {...props} />;
}
