/** What tickets can be counted by. */
export const ticketFacets = [
  'status',
  'priority',
  'type',
  'stage',
  'assignee',
  'reporter',
  'group',
  'milestone',
  'label',
  'project',
] as const;
export type TicketFacet = (typeof ticketFacets)[number];
