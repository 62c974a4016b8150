import { secondMs } from '../clock.ts';
import { setTimer } from '../timer.ts';
import { OutboundFailure } from './outbound-failure.ts';
import type { OutboundHttp } from './outbound-http.ts';

export type TargetUrlProblem = 'not_http' | 'has_password' | 'private_address';

const resolveTimeoutMs = secondMs;

/**
 * Returns an http or https URL that Docket is allowed to call, or why it is none. A host name that cannot be resolved
 * within 1 s is accepted: the resolved address is checked again at every connection.
 */
export async function checkTargetUrl(text: string, outbound: OutboundHttp): Promise<URL | TargetUrlProblem> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return 'not_http';
  if (url.username !== '' || url.password !== '') return 'has_password';
  const { promise: timedOut, resolve } = Promise.withResolvers<void>();
  const cancel = setTimer(resolveTimeoutMs, resolve);
  try {
    await Promise.race([outbound.assertAllowed(url), timedOut]);
  } catch (error) {
    if (error instanceof OutboundFailure && error.word === 'private_address') return 'private_address';
    if (!(error instanceof Error)) throw error;
  } finally {
    cancel();
  }
  return url;
}
