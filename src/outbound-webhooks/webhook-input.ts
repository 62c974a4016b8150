import type { EventType } from '../events/index.ts';
import { type After, after as realAfter } from '../platform/after.ts';
import { secondMs } from '../platform/clock.ts';
import { newToken } from '../platform/crypto.ts';
import type { Tx } from '../platform/db/index.ts';
import { forbidden, invalid } from '../platform/errors.ts';
import { OutboundFailure, type OutboundHttp } from '../platform/outbound-http/index.ts';
import { canReadProject, findProject } from '../projects/index.ts';
import type { Actor } from '../users/index.ts';
import { isCovered, secretPrefix } from './webhook.ts';

const urlLengthMax = 2_048;
const resolvePatienceMs = secondMs;

/** The names that can be subscribed to. */
export const outgoingNames = (catalogue: readonly EventType[]) =>
  catalogue.filter(({ isPublic }) => isPublic).map(({ name }) => name);

/** Each once, and each standing for something that happens. */
export function parsePatterns(given: string[], outgoing: readonly string[]): string[] {
  const patterns = [...new Set(given.map((pattern) => pattern.trim()))];
  if (patterns.length === 0) throw invalid({ events: ['Events must name at least one event, or "*"'] });
  const unknown = patterns.filter((pattern) => !outgoing.some((name) => isCovered([pattern], name)));
  if (unknown.length > 0) {
    throw invalid({
      events: [
        `Events must be of ${outgoing.join(', ')}, "*", or such as "ticket.*"; unknown: ${unknown.join(', ')}`,
      ],
    });
  }
  return patterns;
}

/**
 * An address that Docket would call. A name that cannot be resolved now may be tomorrow; what it resolves to is looked
 * at again at every connection.
 */
export async function parseUrl(
  given: string,
  outbound: OutboundHttp,
  after: After = realAfter,
): Promise<string> {
  const text = given.trim();
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw invalid({ url: ['Url must be an http or https address, such as https://example.org/hooks'] });
  }
  if (url.href.length > urlLengthMax)
    throw invalid({ url: [`Url must have at most ${urlLengthMax} characters`] });
  if (url.username !== '' || url.password !== '') {
    throw invalid({ url: ['Url must not hold a name and password; deliveries are signed instead'] });
  }
  const { promise: isLate, resolve } = Promise.withResolvers<void>();
  const cancel = after(resolvePatienceMs, resolve);
  try {
    await Promise.race([outbound.assertAllowed(url), isLate]);
  } catch (error) {
    if (error instanceof OutboundFailure && error.word === 'private_address') {
      throw invalid({ url: ['Url must not lead to an address that this Docket is not allowed to call'] });
    }
    if (!(error instanceof Error)) throw error;
  } finally {
    cancel();
  }
  url.hash = '';
  return url.href;
}

/** `whsec_` and 32 bytes in base64, as Standard Webhooks want it. */
export const newSecret = () => secretPrefix + Buffer.from(newToken(), 'base64url').toString('base64');

export function parseSecret(given: string): string {
  const isEmpty =
    given.startsWith(secretPrefix) && Buffer.from(given.slice(secretPrefix.length), 'base64').length === 0;
  if (isEmpty) throw invalid({ secret: ['Secret must hold base64 after "whsec_"'] });
  return given;
}

/** The id of a project that the actor may see. */
export async function findProjectId(tx: Tx, actor: Actor, ref: string): Promise<string> {
  const project = await findProject(tx, ref, actor.userId);
  if (!project || project.status === 'deleted') throw invalid({ projectId: ['Project does not exist'] });
  if (!canReadProject(actor, project)) throw forbidden('project');
  return project.id;
}
