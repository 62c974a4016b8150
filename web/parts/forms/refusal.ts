import { m } from '../../messages/index.ts';

/** What the parts read from an error of the SDK, which they may not import. */
interface Refusal {
  message: string;
  status: number;
  code: string;
  details: Record<string, string[]> | undefined;
  requestId: string | undefined;
}

/** The refusal in an error, or undefined for anything else, such as a lost connection. */
export function findRefusal(error: unknown): Refusal | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { message, status, code, details, requestId } = error as Record<string, unknown>;
  if (typeof message !== 'string' || typeof status !== 'number' || typeof code !== 'string') return undefined;
  return {
    message,
    status,
    code,
    details: isDetails(details) ? details : undefined,
    requestId: typeof requestId === 'string' ? requestId : undefined,
  };
}

/** One sentence for a person. A failure without an answer of the server is a lost connection. */
export function sentenceOf(error: unknown): string {
  const refusal = findRefusal(error);
  if (!refusal) return isLostConnection(error) ? m.parts.notReached : m.parts.failed;
  if (refusal.status === 429) return m.parts.tooManyRequests;
  return refusal.status >= 500 ? m.parts.serverFailed : refusal.message;
}

/** fetch fails with a TypeError, an aborted or timed-out request with a DOMException. */
const isLostConnection = (error: unknown) =>
  error instanceof TypeError ||
  (error instanceof Error && /^(?:Abort|Timeout|Network)Error$/.test(error.name));

const isDetails = (details: unknown): details is Record<string, string[]> =>
  typeof details === 'object' &&
  details !== null &&
  Object.values(details).every((messages) => Array.isArray(messages));
