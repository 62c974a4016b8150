import { type EventType, matchesAnyPattern } from '../events/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { quoteNames } from '../platform/error-texts.ts';
import { forbidden, invalid } from '../platform/errors.ts';
import { checkTargetUrl, type OutboundHttp } from '../platform/outbound-http/index.ts';
import { secretPrefix } from '../platform/webhook-signature.ts';
import { canReadProject, findProject } from '../projects/index.ts';
import type { Actor } from '../users/index.ts';

const urlLengthMax = 2_048;

/** The event names that webhooks can subscribe to. */
export const publicEventNames = (catalogue: readonly EventType[]) =>
  catalogue.filter(({ isPublic }) => isPublic).map(({ name }) => name);

/** Removes duplicates and refuses patterns that match no event. */
export function parsePatterns(given: string[], publicNames: readonly string[]): string[] {
  const patterns = [...new Set(given.map((pattern) => pattern.trim()))];
  if (patterns.length === 0)
    throw invalid({ events: ['Events must contain at least one event name, or "*"'] });
  const unknown = patterns.filter(
    (pattern) => !publicNames.some((name) => matchesAnyPattern([pattern], name)),
  );
  if (unknown.length > 0) {
    throw invalid({
      events: [
        `Unknown events: ${quoteNames(unknown)}. Use "*", a pattern such as "ticket.*", or a name: ${publicNames.join(', ')}`,
      ],
    });
  }
  return patterns;
}

/** Accepts a URL that Docket is allowed to call. */
export async function parseUrl(given: string, outbound: OutboundHttp): Promise<string> {
  const url = await checkTargetUrl(given.trim(), outbound);
  if (url === 'not_http')
    throw invalid({ url: ['Url must be an http or https URL, such as https://example.org/hooks'] });
  if (url === 'has_password')
    throw invalid({ url: ['Url must not contain a user name or password; deliveries are signed instead'] });
  if (url === 'private_address')
    throw invalid({ url: ['Url must not resolve to an address that this server may not call'] });
  if (url.href.length > urlLengthMax)
    throw invalid({ url: [`Url must have at most ${urlLengthMax} characters`] });
  url.hash = '';
  return url.href;
}

/**
 * A shorter secret could be guessed from one signed delivery. Required in production; in trial use there is no
 * minimum.
 */
export const secretBytesAdvised = 16;

/** After `whsec_`, the length of the key in base64 counts. */
export function parseSecret(given: string, bytesMin: number): string {
  const bytes = countSecretBytes(given);
  if (bytes === 0) throw invalid({ secret: ['Secret must have base64 after "whsec_"'] });
  if (bytes >= bytesMin) return given;
  const unit = given.startsWith(secretPrefix) ? 'bytes in base64 after "whsec_"' : 'characters';
  throw invalid({
    secret: [`Secret must have at least ${bytesMin} ${unit}. Leave it out and Docket generates one`],
  });
}

export const isShortSecret = (given: string | undefined): boolean =>
  given !== undefined && countSecretBytes(given) < secretBytesAdvised;

const countSecretBytes = (given: string) =>
  given.startsWith(secretPrefix)
    ? Buffer.from(given.slice(secretPrefix.length), 'base64').length
    : Buffer.byteLength(given);

/** Resolves the id or key of a project that the actor may see. */
export async function getProjectId(tx: Tx, actor: Actor, ref: string): Promise<string> {
  const project = await findProject(tx, ref, actor);
  if (!project || project.status === 'deleted') throw invalid({ projectId: ['Project does not exist'] });
  if (!canReadProject(actor, project)) throw forbidden('project');
  return project.id;
}
