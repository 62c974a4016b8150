import { changeSettings, personalSettings, useSetting } from '../parts/personal-settings.ts';

/** The ids of the last opened tickets, the latest first. */
export const useSeenTickets = (): readonly string[] => useSetting('seenTickets');

export function rememberSeen(id: string): void {
  if (personalSettings.get().seenTickets[0] !== id) changeSettings({ seenTickets: { add: [id] } });
}
