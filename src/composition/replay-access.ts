import { Refusal } from '../platform/errors.ts';
import { canReadProject, getProjectFor } from '../projects/index.ts';
import { canReadTicket, getTicketFor } from '../tickets/index.ts';
import { keyProjectLimit, type Scope } from '../users/index.ts';

/** The owner of idempotency keys. A project-scoped API key has its own, so that it gets no answer of another credential. */
export function idempotencyCaller({ scope }: { scope: Scope | null }): string | undefined {
  if (!scope) return undefined;
  const { userId, credential } = scope.actor;
  return keyProjectLimit(scope.actor) === undefined ? userId : `${userId} ${credential.id}`;
}

/** The parts of a request and its route that are read here. */
interface ReplayRequest<Request> {
  scope: Scope;
  routeOptions: { config: { authorizeFirst?: (request: Request) => Promise<unknown> } };
}

interface Answered {
  id?: string;
  reporterId?: string;
  projectId?: string;
  project?: { id?: string } | null;
}

/**
 * Throws FORBIDDEN if the caller may no longer see what a stored answer is about. If that was deleted meanwhile, the
 * stored answer is returned as before.
 */
export async function assertReplayAllowed<Request extends ReplayRequest<Request>>(
  request: Request,
  body: string,
): Promise<void> {
  const { scope, routeOptions } = request;
  const { data } = JSON.parse(body) as { data?: Answered | Answered[] };
  await routeOptions.config.authorizeFirst?.(request).catch(unlessForbidden);
  for (const item of [data ?? []].flat()) await assertReadable(scope, item).catch(unlessForbidden);
}

function unlessForbidden(error: unknown): void {
  if (!(error instanceof Refusal) || error.code === 'FORBIDDEN') throw error;
}

async function assertReadable({ db, actor }: Scope, item: Answered): Promise<void> {
  const projectId = item.projectId ?? item.project?.id;
  if (item.id !== undefined && item.reporterId !== undefined)
    await getTicketFor(db.reads, actor, item.id, canReadTicket);
  else if (projectId !== undefined) await getProjectFor(db.reads, actor, projectId, canReadProject);
}
