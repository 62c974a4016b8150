import type { Queries } from '../../platform/db/index.ts';
import { canReadProject, findAnyProject } from '../../projects/index.ts';
import { type Actor, keyAllowsProject, ownerAllows } from '../../users/index.ts';
import { countTicketsOfHome, type HomeRow, listHomesOf } from '../home-store.ts';
import type { Homes } from './ticket-filter.ts';

export interface VisibleHomes extends Homes {
  /** The number of tickets in all fully visible homes. */
  ticketCount: number;
}

/** True if a filter that matches none of the tickets takes about 1 ms, so that it may run on the main thread. */
export const haveFewTickets = ({ guest, ticketCount }: VisibleHomes) =>
  guest.length === 0 && ticketCount <= fewTicketsMax;

const fewTicketsMax = 2_000;

/** Finds the homes in which the actor sees tickets, limited to the given projects (ids or keys) and workspaces, if any. */
export async function findVisibleHomes(
  queries: Queries,
  actor: Actor,
  projects?: string[],
  workspaces?: string[],
): Promise<VisibleHomes> {
  const rows = projects
    ? await homesOfProjects(queries, actor, projects)
    : await listHomesOf(queries, { userId: actor.userId });
  const whole = new Map<string, number>();
  const guest: string[] = [];
  for (const { homeId, workspaceId, ticketCount, guest: isGuest } of rows) {
    // The home of tickets without a project has the workspace's id; an API key for one project does not reach it.
    if (!keyAllowsProject(actor, homeId) || workspaces?.includes(workspaceId) === false) continue;
    if (isGuest === 0) whole.set(homeId, ticketCount);
    else if (ownerAllows(actor, homeId, 'read')) guest.push(homeId);
  }
  return {
    whole: [...whole.keys()],
    guest: guest.filter((homeId) => !whole.has(homeId)),
    userId: actor.userId,
    ticketCount: whole.values().reduce((sum, count) => sum + count, 0),
  };
}

/** At once, so that the statements are sent together. */
async function homesOfProjects(queries: Queries, actor: Actor, refs: string[]): Promise<HomeRow[]> {
  const found = await Promise.all(refs.map((ref) => homeOfProject(queries, actor, ref)));
  const rows = new Map(found.flatMap((row) => (row ? [[row.homeId, row]] : [])));
  return [...rows.values()];
}

async function homeOfProject(queries: Queries, actor: Actor, ref: string): Promise<HomeRow | undefined> {
  // May find a key of an invisible project: only the caller's own tickets there are listed.
  const project = await findAnyProject(queries, ref, actor.userId);
  if (!project || project.status === 'deleted') return undefined;
  return {
    homeId: project.id,
    workspaceId: project.workspaceId,
    ticketCount: await countTicketsOfHome(queries, { id: project.id }),
    guest: canReadProject(actor, project) ? 0 : 1,
  };
}
