import type { Messages } from '../en/index.ts';

export const help: Messages['help'] = {
  title: 'Hilfe',
  guide: 'Seiten der Hilfe',
  search: 'In der Hilfe suchen',
  hits: 'Treffer',
  reference: 'API-Referenz',
  all: 'Alle Seiten',
  api: 'API',
  more: 'Betrieb und Nachschlagen',
  language: 'Die Seiten sind auf Englisch.',
  missing: 'Diese Seite gibt es nicht. Die Suche oben und die Liste führen zu allen anderen.',
  found: (count, text) =>
    count === 0
      ? `Nichts in der Hilfe passt zu „${text}“.`
      : count === 1
        ? '1 Abschnitt'
        : `${count} Abschnitte`,
};
