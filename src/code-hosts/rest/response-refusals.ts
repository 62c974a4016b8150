import type { IncomingHttpHeaders } from 'node:http';
import { forbiddenBecause, Refusal, upstreamFailed } from '../../platform/errors.ts';
import type { OutboundFailure } from '../../platform/outbound-http/index.ts';

const messageLengthMax = 300;
const retryAfterMaxSeconds = 3_600;
const unreachableRetrySeconds = 30;

interface HostResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: { message?: unknown; error?: unknown; errors?: { message?: unknown }[] } | undefined;
}

/** The host sent no response, or not a complete one. */
export const hostUnreachable = (title: string, { word, message }: OutboundFailure): Refusal =>
  upstreamFailed(`Cannot reach ${title} (${word}): ${message}`, unreachableRetrySeconds);

/** The host sent more than such an answer can have. */
export class AnswerTooLarge extends Refusal {
  constructor(title: string, bytesMax: number) {
    super(
      'UPSTREAM_ERROR',
      `${title} returned more than ${Math.round(bytesMax / 1024 / 1024)} MB, which its API does not send (too_large). Check the URL of the API`,
    );
  }
}

/** The URL is not that of the API: the response is, for example, a sign-in page. */
export const invalidResponse = (title: string) =>
  upstreamFailed(`${title} returned a response that its API does not send. Check the URL of the API`);

/** The host redirects to another name, which nobody has approved. */
export const repositoryMoved = (title: string) =>
  forbiddenBecause(
    `${title} says that the repository has another name now. Link it to the project under that name; an administrator approves it again`,
  );

/** Maps an error response to a Refusal that quotes the host's message. */
export function refusalFromResponse(title: string, { status, headers, body }: HostResponse): Refusal {
  const message = messageFrom(body);
  const sentence = `${title} returned ${status}${message && `: ${message}`}`;
  const isLimited =
    status === 429 ||
    (status === 403 && (headers['x-ratelimit-remaining'] === '0' || headers['retry-after'] !== undefined));
  if (isLimited) return upstreamFailed(`${sentence}. Try again later`, retryAfter(headers) ?? 60);
  if (status === 401 || status === 403)
    return forbiddenBecause(`${sentence}. The token that Docket uses lacks the permission`);
  if (status === 404) return new Refusal('NOT_FOUND', sentence);
  if (status >= 500) return upstreamFailed(sentence, retryAfter(headers) ?? 30);
  return upstreamFailed(sentence);
}

function messageFrom(body: HostResponse['body']): string {
  const parts = [
    body?.message,
    body?.error,
    ...(Array.isArray(body?.errors) ? body.errors.map((error) => error?.message) : []),
  ];
  return parts
    .map((part) => (typeof part === 'string' ? part : part ? JSON.stringify(part) : ''))
    .filter(Boolean)
    .join(', ')
    .slice(0, messageLengthMax);
}

/** Seconds to wait. GitHub sends either a duration or a time, which is relative to its own clock. */
function retryAfter(headers: IncomingHttpHeaders): number | undefined {
  const seconds = Number(headers['retry-after']);
  if (Number.isFinite(seconds) && seconds > 0) return Math.min(Math.ceil(seconds), retryAfterMaxSeconds);
  const reset = Number(headers['x-ratelimit-reset'] ?? headers['ratelimit-reset']);
  const now = Date.parse(headers.date ?? '') / 1000;
  return reset > now ? Math.min(Math.ceil(reset - now), retryAfterMaxSeconds) : undefined;
}
