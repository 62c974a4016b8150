import type { Messages } from '../en/index.ts';

export const search: Messages['search'] = {
  title: 'Suche',
  label: 'Alle Tickets durchsuchen',
  placeholder: 'Wörter in Schlüssel, Titel, Beschreibung oder Kommentaren',
  start: 'Alle Tickets durchsuchen',
  startText: 'Volltext über alle lesbaren Projekte. Filter grenzen ein, zum Beispiel assignee:me overdue.',
  nothing: 'Kein Ticket enthält alle diese Wörter.',
  indexing: 'Der Suchindex wird aufgebaut. Ergebnisse können fehlen.',
};
