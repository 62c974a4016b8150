import { useCallback, useState } from 'react';
import { type BoardSettings, parseBoardSettings } from './board-settings.ts';

/** The settings of a project's board, stored in this browser. Each project needs its own component instance. */
export function useBoardSettings(
  projectId: string,
): [BoardSettings, (change: (settings: BoardSettings) => BoardSettings) => void] {
  const key = `docket.board.${projectId}`;
  const [settings, setSettings] = useState(() => parseBoardSettings(localStorage.getItem(key)));
  const change = useCallback(
    (next: (settings: BoardSettings) => BoardSettings) => {
      const changed = next(parseBoardSettings(localStorage.getItem(key)));
      localStorage.setItem(key, JSON.stringify(changed));
      setSettings(changed);
    },
    [key],
  );
  return [settings, change];
}
