import { lateList } from './late-list.ts';
import { type Selection, useSelectedIds } from './selection.ts';

/** At the foot of a list while tickets are selected: what can be done with all of them, each in one step to undo. */
export function SelectionBar({ selection }: { selection: Selection }) {
  const { size } = useSelectedIds(selection);
  const late = lateList.use(size > 0);
  if (size === 0 || !late) return <div role="status" className="said" />;
  return <late.SelectionTools selection={selection} />;
}
