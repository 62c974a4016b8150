import type { Queries } from '../platform/db/index.ts';
import { forbidden, invalid } from '../platform/errors.ts';
import { canWriteInProject, findProject } from '../projects/index.ts';
import { type Actor, findUserById, isReadOnly, keyReaches } from '../users/index.ts';
import { chooseWorkspace, noteTicketGuest } from '../workspaces/index.ts';
import { listWorkspacesOfLabels } from './labels/label-store.ts';
import { findProjectOfGroup, isMemberOfHome } from './reference-store.ts';
import { findTicket, type TicketRow, wouldCreateCycle } from './ticket-store.ts';

/** Where a ticket lives. */
export interface TicketHome {
  homeId: string;
  projectId: string | null;
  projectName: string | null;
  projectKey: string | null;
  workspaceId: string;
}

type Named = string | null | undefined;

/** What the rules ask about the things around a ticket. In one transaction each thing is asked for once. */
export interface TicketLookups {
  actor: Actor;
  /** The project named, if the actor may write there, else the workspace. */
  home(projectId: Named, workspaceId: Named): Promise<TicketHome>;
  isActiveUser(id: string): Promise<boolean>;
  projectOfGroup(id: string): Promise<string | undefined>;
  workspacesOfLabels(ids: string[]): Promise<ReadonlyMap<string, string>>;
  ticket(ref: string): Promise<TicketRow | undefined>;
  wouldCreateCycle(ticketId: string, parentId: string): Promise<boolean>;
  /** Lists find a guest's ticket by this. */
  noteAssignee(homeId: string, userId: string | null): Promise<void>;
}

export function newLookups(queries: Queries, actor: Actor): TicketLookups {
  const labels = new Map<string, string>();
  const askedLabels = new Set<string>();
  const noteGuest = once(async (homeId: string, userId: string) => {
    if (!(await isMemberOfHome(queries, homeId, userId))) await noteTicketGuest(queries, homeId, userId);
  });
  return {
    actor,
    home: once((projectId: Named, workspaceId: Named) => chooseHome(queries, actor, projectId, workspaceId)),
    isActiveUser: once(async (id: string) => Boolean((await findUserById(queries, id))?.active)),
    projectOfGroup: once((id: string) => findProjectOfGroup(queries, id)),
    workspacesOfLabels: async (ids) => {
      const asked = ids.filter((id) => !askedLabels.has(id));
      if (asked.length > 0) {
        for (const { id, workspaceId } of await listWorkspacesOfLabels(queries, asked))
          labels.set(id, workspaceId);
        for (const id of asked) askedLabels.add(id);
      }
      return labels;
    },
    ticket: once((ref: string) => findTicket(queries, ref, actor.userId)),
    // Not remembered: the changes of a list may make it so.
    wouldCreateCycle: (ticketId, parentId) => wouldCreateCycle(queries, ticketId, parentId),
    noteAssignee: async (homeId, userId) => {
      if (userId) await noteGuest(homeId, userId);
    },
  };
}

function once<A extends Named[], R>(ask: (...args: A) => Promise<R>): (...args: A) => Promise<R> {
  const answers = new Map<string, Promise<R>>();
  return (...args) => {
    const key = JSON.stringify(args);
    const answer = answers.get(key) ?? ask(...args);
    answers.set(key, answer);
    return answer;
  };
}

async function chooseHome(
  queries: Queries,
  actor: Actor,
  projectId: Named,
  workspaceId: Named,
): Promise<TicketHome> {
  if (!projectId) {
    if (isReadOnly(actor) || !keyReaches(actor, null)) throw forbidden('ticket');
    const { id } = await chooseWorkspace(queries, actor, workspaceId);
    return { homeId: id, projectId: null, projectName: null, projectKey: null, workspaceId: id };
  }
  const project = await findProject(queries, projectId, actor.userId);
  if (!project || project.status === 'deleted') throw invalid({ projectId: ['Project does not exist'] });
  if (!canWriteInProject(actor, project)) throw forbidden('project');
  const { id, name, key } = project;
  return { homeId: id, projectId: id, projectName: name, projectKey: key, workspaceId: project.workspaceId };
}
