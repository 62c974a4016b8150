import type { Messages } from '../en/index.ts';

export const help: Messages['help'] = {
  title: 'Hilfe',
  guide: 'Anleitung (auf Englisch)',
  search: 'In der Anleitung suchen (auf Englisch)',
  reference: 'API-Referenz',
  back: 'Alle Seiten',
  found: (count, text) =>
    count === 0
      ? `Nichts in der Anleitung passt zu „${text}“.`
      : count === 1
        ? '1 Abschnitt'
        : `${count} Abschnitte`,
};
