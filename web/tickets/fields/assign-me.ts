import { m } from '../../messages/index.ts';
import { changeField } from './change-field.ts';
import { readKnown, readRows } from './known.ts';
import { mayNotChange } from './may-change.ts';

/** Assigns the tickets to the person who presses the key. */
export function assignMe(ids: readonly string[]): void {
  const [rows, known] = [readRows(ids), readKnown()];
  if (mayNotChange(rows, known) !== undefined) return;
  changeField(rows, { assigneeId: known.me.id }, (what) => m.fields.done.assignee(what, known.me.name));
}
