export const board = {
  nextRow: 'Next ticket',
  previousRow: 'Previous ticket',
  columnLeft: 'Ticket in the column to the left',
  columnRight: 'Ticket in the column to the right',
};
