import { lateList } from './late-list.ts';
import { type Selection, useSelectedIds } from './selection.ts';

/** Shown at the foot of a list while tickets are selected: actions for all of them, each undone in one step. */
export function SelectionBar({ selection }: { selection: Selection }) {
  const { size } = useSelectedIds(selection);
  const late = lateList.use(size > 0);
  if (size === 0 || !late) return <div role="status" className="said" />;
  return <late.SelectionTools selection={selection} />;
}
