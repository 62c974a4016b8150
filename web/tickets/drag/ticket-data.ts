const kind = Symbol('ticket card');

/** The data of a dragged card, which distinguishes it from other dragged things. */
export const ticketData = {
  of: (id: string): Record<string | symbol, unknown> => ({ [kind]: id }),
  is: (data: Record<string | symbol, unknown>): boolean => typeof data[kind] === 'string',
  idOf: (data: Record<string | symbol, unknown>): string => String(data[kind]),
};
