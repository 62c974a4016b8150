import { m } from '../../messages/index.ts';
import { changeField } from '../fields/change-field.ts';
import { readKnown, readRows } from '../fields/known.ts';

/** Assigns the tickets to the person who presses the key. */
export function assignMe(ids: readonly string[]): void {
  const [rows, known] = [readRows(ids), readKnown()];
  changeField(rows, { assigneeId: known.me.id }, (what) => m.fields.done.assignee(what, known.me.name));
}
