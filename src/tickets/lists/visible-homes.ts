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
  // The home of tickets without a project has the workspace's id, which an API key for one project does not reach.
  const reached = rows.filter((row) => keyAllowsProject(actor, row.homeId));
  const named = workspaces ? reached.filter((row) => workspaces.includes(row.workspaceId)) : reached;
  const whole = named.filter((row) => row.guest === 0);
  const wholeIds = new Set(whole.map((row) => row.homeId));
  return {
    whole: [...wholeIds],
    guest: named
      .filter((row) => row.guest === 1 && !wholeIds.has(row.homeId) && ownerAllows(actor, row.homeId, 'read'))
      .map((row) => row.homeId),
    userId: actor.userId,
    ticketCount: whole.reduce((sum, row) => sum + row.ticketCount, 0),
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
