import type { Messages } from '../en/index.ts';

export const board: Messages['board'] = {
  nextRow: 'Nächstes Ticket',
  previousRow: 'Vorheriges Ticket',
  columnLeft: 'Ticket in der Spalte links',
  columnRight: 'Ticket in der Spalte rechts',
};
