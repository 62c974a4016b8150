import type { IncomingHttpHeaders } from 'node:http';
import { forbiddenBecause, Refusal, upstreamFailed } from '../../platform/errors.ts';
import type { OutboundFailure } from '../../platform/outbound-http/index.ts';

const wordsMax = 300;
const retryAfterMaxSeconds = 3_600;
const silentRetrySeconds = 30;

interface HostAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: { message?: unknown; error?: unknown; errors?: { message?: unknown }[] } | undefined;
}

/** It did not answer at all, or not to the end. */
export const cannotBeAsked = (title: string, { word, message }: OutboundFailure): Refusal =>
  upstreamFailed(`${title} cannot be asked (${word}): ${message}`, silentRetrySeconds);

/** A page to sign in at, say, or an address that lacks its last part. */
export const noApi = (title: string) =>
  upstreamFailed(
    `${title} answered with something that its API does not answer. Check the address of the API`,
  );

/** What a host said no with, in its own words. */
export function refusalOf(title: string, { status, headers, body }: HostAnswer): Refusal {
  const words = wordsOf(body);
  const said = `${title} answered ${status}${words && `: ${words}`}`;
  const isLimited =
    status === 429 ||
    (status === 403 && (headers['x-ratelimit-remaining'] === '0' || headers['retry-after'] !== undefined));
  if (isLimited) return upstreamFailed(`${said}. Try again later`, retryAfter(headers) ?? 60);
  if (status === 401 || status === 403)
    return forbiddenBecause(`${said}. The token that Docket has for it may not do this`);
  if (status === 404) return new Refusal('NOT_FOUND', said);
  if (status >= 500) return upstreamFailed(said, retryAfter(headers) ?? 30);
  return upstreamFailed(said);
}

function wordsOf(body: HostAnswer['body']): string {
  const parts = [
    body?.message,
    body?.error,
    ...(Array.isArray(body?.errors) ? body.errors.map((one) => one?.message) : []),
  ];
  return parts
    .map((part) => (typeof part === 'string' ? part : part ? JSON.stringify(part) : ''))
    .filter(Boolean)
    .join(', ')
    .slice(0, wordsMax);
}

/** In seconds; GitHub says either how long or, by its own clock, until when. */
function retryAfter(headers: IncomingHttpHeaders): number | undefined {
  const seconds = Number(headers['retry-after']);
  if (Number.isFinite(seconds) && seconds > 0) return Math.min(Math.ceil(seconds), retryAfterMaxSeconds);
  const reset = Number(headers['x-ratelimit-reset'] ?? headers['ratelimit-reset']);
  const now = Date.parse(headers.date ?? '') / 1000;
  return reset > now ? Math.min(Math.ceil(reset - now), retryAfterMaxSeconds) : undefined;
}
