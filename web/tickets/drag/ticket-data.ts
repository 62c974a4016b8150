const kind = Symbol('ticket card');

/** What a dragged card carries, told apart from other things that are dragged. */
export const ticketData = {
  of: (id: string): Record<string | symbol, unknown> => ({ [kind]: id }),
  is: (data: Record<string | symbol, unknown>): boolean => typeof data[kind] === 'string',
  idOf: (data: Record<string | symbol, unknown>): string => String(data[kind]),
};
