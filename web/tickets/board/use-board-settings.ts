import { useState } from 'react';
import { type BoardSettings, parseBoardSettings } from './board-settings.ts';

/** The settings of a project's board, kept in this browser. */
export function useBoardSettings(
  projectId: string,
): [BoardSettings, (change: (settings: BoardSettings) => BoardSettings) => void] {
  const key = `docket.board.${projectId}`;
  const [kept, setKept] = useState(() => ({ key, settings: parseBoardSettings(localStorage.getItem(key)) }));
  // Another project is shown by the same component.
  const current = kept.key === key ? kept.settings : parseBoardSettings(localStorage.getItem(key));
  const change = (next: (settings: BoardSettings) => BoardSettings) => {
    const settings = next(current);
    localStorage.setItem(key, JSON.stringify(settings));
    setKept({ key, settings });
  };
  return [current, change];
}
