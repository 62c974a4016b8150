import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { api } from '../../api/index.ts';
import { reloadBoot, useBoot } from '../../replica/index.ts';
import type { BoardField } from '../ticket-search.ts';
import { foldedAtFirst, parseFolded, parseObject } from './board-settings.ts';

/**
 * The folded columns of a project's board, kept with the person's settings on the server: which columns are not as they
 * are at first. A click shows at once. Each project needs its own component instance.
 */
export function useFoldedColumns(projectId: string, field: BoardField) {
  const { settings } = useBoot();
  /** What was clicked here, which `settings` may not have yet. */
  const [clicked, setClicked] = useState<Readonly<Record<string, boolean>>>({});
  const prefix = `board.${projectId}.${field}.`;
  const isToggled = (item: string) => clicked[item] ?? settings?.toggledGroups.includes(item) ?? false;
  const isFolded = (value: string) =>
    isToggled(prefix + value) !== (field === 'status' && foldedAtFirst.includes(value));

  useEffect(() => handOver(projectId), [projectId]);
  const toggle = (value: string) => {
    const item = prefix + value;
    const isDifferent = !isToggled(item);
    setClicked((before) => ({ ...before, [item]: isDifferent }));
    void save(isDifferent ? { add: [item] } : { remove: [item] });
  };
  // Columns are drawn again only if their properties change.
  const latest = useRef(toggle);
  useLayoutEffect(() => {
    latest.current = toggle;
  });
  return { isFolded, toggle: useCallback((value: string) => latest.current(value), []) };
}

/** Without the server the column stays as it was clicked until the page is loaded again. */
async function save(toggledGroups: { add?: string[]; remove?: string[] }): Promise<boolean> {
  try {
    await api.updateSettings({ body: { toggledGroups } });
    await reloadBoot();
    return true;
  } catch {
    return false;
  }
}

/** Former versions kept the folded columns in this browser. */
function handOver(projectId: string): void {
  const key = `docket.board.${projectId}`;
  const text = localStorage.getItem(key);
  if (text === null) return;
  const folded = parseFolded(text);
  const { folded: _, ...rest } = parseObject(text) ?? {};
  const changed = [...folded, ...foldedAtFirst].filter(
    (value) => folded.includes(value) !== foldedAtFirst.includes(value),
  );
  const finish = () =>
    Object.keys(rest).length > 0
      ? localStorage.setItem(key, JSON.stringify(rest))
      : localStorage.removeItem(key);
  if (changed.length === 0) {
    finish();
    return;
  }
  void save({ add: changed.map((value) => `board.${projectId}.status.${value}`) }).then(
    (isSaved) => isSaved && finish(),
  );
}
