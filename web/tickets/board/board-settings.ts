import { type TicketStatus, ticketStatuses } from '../../parts/ticket-words.ts';

/** The columns that are folded until somebody opens them. */
export const foldedAtFirst: readonly string[] = ['cancelled'];
const maxLimit = 999;

/** The stored columns that are shown as a narrow strip. Another version may have written anything. */
export function parseFolded(text: string | null): readonly string[] {
  const kept = parseObject(text);
  if (!kept) return foldedAtFirst;
  return Array.isArray(kept.folded) ? kept.folded.filter((value) => typeof value === 'string') : [];
}

/** The limits that former versions kept in the browser, and the rest of what is kept. */
export function parseLimits(text: string | null) {
  const { limits: kept, ...rest } = parseObject(text) ?? {};
  const limits: Partial<Record<TicketStatus, number>> = {};
  for (const status of ticketStatuses) {
    const limit = parseLimit((kept as Record<string, unknown> | undefined)?.[status]);
    if (limit) limits[status] = limit;
  }
  return { limits, rest };
}

/** A whole number from 1 on; anything else means no limit. */
export function parseLimit(value: unknown): number | undefined {
  const limit = Number(value);
  return Number.isInteger(limit) && limit >= 1 ? Math.min(limit, maxLimit) : undefined;
}

export function parseObject(text: string | null): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
