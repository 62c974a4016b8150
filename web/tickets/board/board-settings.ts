import { type TicketStatus, ticketStatuses } from '../../parts/ticket-words.ts';

/** How a person has arranged the board of a project in this browser. */
export interface BoardSettings {
  /** The columns that are shown as a narrow strip. */
  folded: readonly TicketStatus[];
  /** The maximum number of tickets that each column should have. */
  limits: Readonly<Partial<Record<TicketStatus, number>>>;
}

const defaults: BoardSettings = { folded: ['cancelled'], limits: {} };
const maxLimit = 999;

/** Reads the stored settings. Unknown parts are ignored, because another version may have written them. */
export function parseBoardSettings(text: string | null): BoardSettings {
  const kept = parseObject(text);
  if (!kept) return defaults;
  const folded = Array.isArray(kept.folded)
    ? ticketStatuses.filter((status) => isIn(kept.folded, status))
    : [];
  const limits: Partial<Record<TicketStatus, number>> = {};
  for (const status of ticketStatuses) {
    const limit = parseLimit((kept.limits as Record<string, unknown> | undefined)?.[status]);
    if (limit) limits[status] = limit;
  }
  return { folded, limits };
}

/** A whole number from 1 on; anything else means no limit. */
export function parseLimit(value: unknown): number | undefined {
  const limit = Number(value);
  return Number.isInteger(limit) && limit >= 1 ? Math.min(limit, maxLimit) : undefined;
}

export function toggleFold(settings: BoardSettings, status: TicketStatus): BoardSettings {
  const folded = settings.folded.includes(status)
    ? settings.folded.filter((other) => other !== status)
    : [...settings.folded, status];
  return { ...settings, folded };
}

export function withLimit(
  settings: BoardSettings,
  status: TicketStatus,
  limit: number | undefined,
): BoardSettings {
  const { [status]: _, ...limits } = settings.limits;
  return { ...settings, limits: limit === undefined ? limits : { ...limits, [status]: limit } };
}

function parseObject(text: string | null): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

const isIn = (list: unknown, value: string) => Array.isArray(list) && list.includes(value);
