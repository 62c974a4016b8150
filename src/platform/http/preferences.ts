import type { IncomingHttpHeaders } from 'node:http';

/** Whether the caller sent this preference (RFC 7240) in `Prefer`: `return=minimal`, `respond-async`, `handling=strict`. */
export function prefers({ prefer }: IncomingHttpHeaders, preference: string): boolean {
  if (prefer === undefined) return false;
  return String(prefer)
    .split(/[,;]/)
    .some((entry) => entry.replace(/[\s"]/g, '').toLowerCase() === preference);
}
