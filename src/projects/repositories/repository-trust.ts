import { foldCase } from '../../platform/fold-case.ts';

export const linkStates = ['waiting', 'approved', 'refused'] as const;
export type LinkState = (typeof linkStates)[number];

/** Why the instance's own access to code hosts may serve a link. */
export const trustReasons = ['approved', 'allowed', 'open'] as const;
export type TrustReason = (typeof trustReasons)[number];

/** What the operator configures about repositories that projects link. */
export interface RepositoryTrust {
  /** `DOCS_OPEN`: every repository is trusted unless an administrator refused the link. */
  isOpen: boolean;
  /** `REPOSITORIES_ALLOWED`: `owner/*`, `owner/name`, `host/owner/*`. */
  allowed: readonly string[];
  /** The name of each code host in the patterns, by its kind: `github` → `github.com`. */
  hostNames: Readonly<Record<string, string>>;
}

/**
 * Whether the instance's tokens, its local repositories and events that are signed with its secrets may serve the link.
 * Without a kind of host, one of the hosts on which it is trusted is enough. A refusal outweighs the environment.
 */
export function findTrust(
  { isOpen, allowed, hostNames }: RepositoryTrust,
  { name, state }: { name: string; state: LinkState },
  hostKind?: string,
): TrustReason | undefined {
  if (state === 'refused') return undefined;
  if (state === 'approved') return 'approved';
  if (isOpen) return 'open';
  const hosts = hostKind === undefined ? Object.values(hostNames) : [hostNames[hostKind] ?? hostKind];
  const isAllowed = allowed.some((pattern) => hosts.some((host) => matchesPattern(pattern, name, host)));
  return isAllowed ? 'allowed' : undefined;
}

/** `*` stands for any text within a segment, `**` as the last segment for any number of segments. Case is ignored. */
export function matchesPattern(pattern: string, name: string, host: string): boolean {
  const segments = foldCase(pattern).split('/');
  const expectedHost =
    segments.length > 2 && isHostName(segments[0] as string) ? segments.shift() : undefined;
  if (expectedHost !== undefined && !matches(expectedHost, foldCase(host))) return false;
  const parts = foldCase(name).split('/');
  const isDeep = segments.at(-1) === '**';
  const fixed = isDeep ? segments.slice(0, -1) : segments;
  const isLongEnough = isDeep ? parts.length > fixed.length : parts.length === fixed.length;
  return isLongEnough && fixed.every((segment, index) => matches(segment, parts[index] as string));
}

/** `git.example.org`, `localhost:3000`; `local` are the repositories in LOCAL_REPOSITORIES. */
const isHostName = (segment: string) =>
  /[.:]/.test(segment) || segment === 'local' || segment === 'localhost';

/** Compares piece by piece, in linear time: the text between two stars occurs after the piece before. */
function matches(segment: string, text: string): boolean {
  const pieces = segment.split('*');
  const first = pieces.shift() as string;
  if (pieces.length === 0) return text === first;
  const last = pieces.pop() as string;
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length)
    return false;
  let at = first.length;
  for (const piece of pieces) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at <= text.length - last.length;
}

/** The name of a code host in patterns, from the address of its API. */
export const codeHostName = (apiUrl: string) => new URL(apiUrl).host.replace(/^api\.(?=.*\.)/, '');
