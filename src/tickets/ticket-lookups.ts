import type { Queries } from '../platform/db/index.ts';
import { forbidden, forbiddenBecause, invalid } from '../platform/errors.ts';
import { canWriteInProject } from '../projects/index.ts';
import { type Actor, findUserById, isReadOnly, keyAllowsProject } from '../users/index.ts';
import { addTicketGuest, chooseWorkspace, resolvePerson } from '../workspaces/index.ts';
import { listLabelsNamed, listVisibleLabelsNamed, listWorkspacesOfLabels } from './labels/label-store.ts';
import type { OwnField } from './own-fields/own-field.ts';
import { listFieldsOf } from './own-fields/own-field-store.ts';
import { findGroupFacts, type GroupFacts, isMemberOfHome, isReaderOfHome } from './reference-store.ts';
import type { TicketTemplate } from './templates/template.ts';
import { findTemplate, findTemplateNamed } from './templates/template-store.ts';
import {
  findTicket,
  findTicketPlace,
  type TicketPlace,
  type TicketRow,
  wouldCreateCycle,
} from './ticket-store.ts';

/** The project of a ticket, or its workspace if it has none. */
export interface TicketHome {
  homeId: string;
  projectId: string | null;
  projectName: string | null;
  projectKey: string | null;
  workspaceId: string;
  /** The number of custom fields of the project; absent if it was not read. */
  fieldCount?: number;
  workflow?: string | null;
  /** JSON of the gates before done; null or absent: none. */
  gates?: string | null;
  /** 1 if tickets from outside wait in triage. */
  hasTriage?: number | null;
  /** Set for a project in which a ticket is created. */
  place?: TicketPlace;
}

type Ref = string | null | undefined;
type Assigned = { assigneeId: string | null; reporterId: string | null };

/** Look-ups that validate the references of tickets. Each is queried once per transaction. */
export interface TicketLookups {
  actor: Actor;
  /** The given project, in which the actor must have write access; without one, the workspace. */
  home(projectId: Ref, workspaceId: Ref): Promise<TicketHome>;
  isActiveUser(id: string): Promise<boolean>;
  group(id: string): Promise<GroupFacts | undefined>;
  workspacesOfLabels(ids: string[]): Promise<ReadonlyMap<string, string>>;
  /** The id of the label with this name in a workspace or, with null, in any workspace of the actor. */
  labelNamed(workspaceId: string | null, name: string): Promise<string | undefined>;
  /** Replaces an e-mail address by the id of the user. Everything else is returned unchanged. */
  person(ref: string): Promise<string>;
  /** Finds the id of an active user by id, e-mail address or `me`. */
  activePerson(ref: string): Promise<string | undefined>;
  /** The custom fields of the project, including archived ones. */
  ownFields(home: Pick<TicketHome, 'projectId' | 'fieldCount'>): Promise<OwnField[]>;
  ticket(ref: string): Promise<TicketRow | undefined>;
  template(id: string): Promise<TicketTemplate | undefined>;
  templateNamed(projectId: string, name: string): Promise<TicketTemplate | undefined>;
  wouldCreateCycle(ticketId: string, parentId: string): Promise<boolean>;
  /**
   * An assignee may read the ticket, member or not. An agent acts on text that others wrote, so it opens tickets to
   * nobody: it assigns those who can read them anyway.
   */
  assertMayAssign(homeId: string, assigned: Assigned): Promise<void>;
  /** Records a person who is not a member of the home as its guest, so that their lists find the ticket. */
  recordGuest(homeId: string, userId: string | null): Promise<void>;
}

export function newLookups(queries: Queries, actor: Actor): TicketLookups {
  const isActiveUser = memoize(async (id: string) => Boolean((await findUserById(queries, { id }))?.active));
  const person = memoize((ref: string) => resolvePerson(queries, actor, ref));
  const ownFieldsByProject = memoize((projectId: string) => listFieldsOf(queries, projectId));
  const labels = new Map<string, string>();
  const queriedLabels = new Set<string>();
  const isReader = memoize((homeId: string, userId: string) => isReaderOfHome(queries, { homeId, userId }));
  const recordGuestOnce = memoize(async (homeId: string, userId: string) => {
    if (!(await isMemberOfHome(queries, { homeId, userId })))
      await addTicketGuest(queries, { homeId, userId });
  });
  return {
    actor,
    home: memoize((projectId: Ref, workspaceId: Ref) => chooseHome(queries, actor, projectId, workspaceId)),
    isActiveUser,
    group: memoize((id: string) => findGroupFacts(queries, { id })),
    workspacesOfLabels: async (ids) => {
      const missing = ids.filter((id) => !queriedLabels.has(id));
      if (missing.length > 0) {
        for (const { id, workspaceId } of await listWorkspacesOfLabels(queries, missing))
          labels.set(id, workspaceId);
        for (const id of missing) queriedLabels.add(id);
      }
      return labels;
    },
    labelNamed: memoize(async (workspaceId: Ref, name: string) => {
      const found = workspaceId
        ? await listLabelsNamed(queries, workspaceId, [name])
        : await listVisibleLabelsNamed(queries, actor.userId, [name]);
      return found[0]?.id;
    }),
    person,
    activePerson: async (ref) => {
      const id = ref === 'me' ? actor.userId : await person(ref);
      return (await isActiveUser(id)) ? id : undefined;
    },
    ownFields: async ({ projectId, fieldCount }) =>
      projectId === null || fieldCount === 0 ? [] : ownFieldsByProject(projectId),
    template: memoize((id: string) => findTemplate(queries, id)),
    templateNamed: memoize((projectId: string, name: string) => findTemplateNamed(queries, projectId, name)),
    ticket: memoize((ref: string) => findTicket(queries, ref, actor)),
    // Not cached, because an earlier entry of a bulk change can create the cycle.
    wouldCreateCycle: (ticketId, parentId) => wouldCreateCycle(queries, ticketId, parentId),
    assertMayAssign: async (homeId, { assigneeId, reporterId }) => {
      if (!actor.agent || assigneeId === null || [actor.userId, reporterId].includes(assigneeId)) return;
      if (!(await isReader(homeId, assigneeId)))
        throw forbiddenBecause('Only people can assign a ticket to somebody who cannot read it otherwise');
    },
    recordGuest: async (homeId, userId) => {
      if (userId) await recordGuestOnce(homeId, userId);
    },
  };
}

function memoize<A extends Ref[], R>(query: (...args: A) => Promise<R>): (...args: A) => Promise<R> {
  const results = new Map<string, Promise<R>>();
  return (...args) => {
    const key = JSON.stringify(args);
    const result = results.get(key) ?? query(...args);
    results.set(key, result);
    return result;
  };
}

async function chooseHome(
  queries: Queries,
  actor: Actor,
  projectId: Ref,
  workspaceId: Ref,
): Promise<TicketHome> {
  if (!projectId) {
    if (isReadOnly(actor) || !keyAllowsProject(actor, null)) throw forbidden('ticket');
    const { id } = await chooseWorkspace(queries, actor, workspaceId);
    return { homeId: id, projectId: null, projectName: null, projectKey: null, workspaceId: id };
  }
  const place = await findTicketPlace(queries, projectId, actor);
  if (!place || place.projectStatus === 'deleted') throw invalid({ projectId: ['Project does not exist'] });
  if (!canWriteInProject(actor, place)) throw forbidden('project');
  const { projectId: id, projectName, projectKey, fieldCount, workflow, gates, hasTriage } = place;
  return {
    homeId: id,
    projectId: id,
    projectName,
    projectKey,
    workspaceId: place.workspaceId,
    fieldCount,
    workflow,
    gates,
    hasTriage,
    place,
  };
}
