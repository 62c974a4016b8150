import type { Queries } from '../../platform/db/index.ts';
import { foldCase } from '../../platform/fold-case.ts';
import { isId } from '../../platform/ids.ts';
import { listPeople, listPeopleNamed } from '../../projects/index.ts';
import { keyProjectLimit, type Scope } from '../../users/index.ts';
import { listLabelsByName } from '../labels/label-store.ts';
import { listProjectIds } from '../lists/ticket-facet-store.ts';
import { findVisibleHomes } from '../lists/visible-homes.ts';
import { findTicket } from '../ticket-store.ts';
import { isOwnStatus, type OwnStatus, parseWorkflow } from '../workflow/workflow.ts';
import { listWorkflows } from '../workflow/workflow-store.ts';
import * as store from './filter-name-store.ts';

/** The kinds of things that values of filters name, besides fixed choices. */
export type NameKind =
  | 'person'
  | 'label'
  | 'group'
  | 'milestone'
  | 'ownStatus'
  | 'project'
  | 'workspace'
  | 'parent';

/** The ids for each case-folded name: several people or labels may have the same name. */
export type NamedIds = ReadonlyMap<string, readonly string[]>;

export const nameWords: Record<NameKind, string> = {
  person: 'person',
  label: 'label',
  group: 'group',
  milestone: 'milestone',
  ownStatus: 'own status',
  project: 'project',
  workspace: 'workspace',
  parent: 'ticket',
};

export const isNameKind = (kind: string): kind is NameKind => kind in nameWords;

// Far more than the labels with the same name in all workspaces of a person.
const labelsMax = 5_000;

/** Finds the ids behind names, among what the caller may see. For projects and workspaces these are homes. */
export async function resolveNames(scope: Scope, kind: NameKind, names: string[]): Promise<NamedIds> {
  const { db, actor } = scope;
  const ids = new Map<string, string[]>();
  const add = (name: string, id: string) => ids.set(name, [...(ids.get(name) ?? []), id]);
  const folded: string[] = [];
  for (const name of names) {
    if (isId(name) && kind !== 'workspace') add(name, name);
    else folded.push(foldCase(name));
  }
  if (folded.length === 0) return ids;
  const keyProjects = keyProjectLimit(actor);
  if (kind === 'person') {
    const people = { userId: actor.userId, keyProjects };
    for (const { id, nameFolded, emailFolded } of await listPeopleNamed(db.workerReads, people, folded))
      for (const name of new Set([nameFolded, emailFolded])) if (folded.includes(name)) add(name, id);
  } else if (kind === 'label') {
    const named = { names: folded, limit: labelsMax };
    for (const { id, nameFolded } of await listLabelsByName(db.reads, actor.userId, keyProjects, named))
      add(nameFolded, id);
  } else if (kind === 'group' || kind === 'milestone') {
    const { whole } = await findVisibleHomes(db.reads, actor);
    for (const { id, name } of await listGroups(db.workerReads, kind, whole))
      if (folded.includes(foldCase(name))) add(foldCase(name), id);
  } else if (kind === 'ownStatus') {
    for (const { id, name } of await listOwnStatuses(scope))
      if (folded.includes(foldCase(name))) add(foldCase(name), id);
  } else if (kind === 'project') {
    for (const [name, id] of await findProjects(scope, folded)) add(name, id);
  } else if (kind === 'workspace') {
    for (const [name, id] of await findHomesOfWorkspaces(scope, folded)) add(name, id);
  } else {
    for (const name of folded) {
      const ticket = await findTicket(db.reads, name, actor);
      if (ticket) add(name, ticket.id);
    }
  }
  return ids;
}

/** Lists the own statuses of projects whose tickets the caller sees all. */
async function listOwnStatuses({ db, actor }: Scope): Promise<OwnStatus[]> {
  const { whole } = await findVisibleHomes(db.reads, actor);
  const workflows = await listWorkflows(db.workerReads, { homes: whole });
  return workflows.flatMap((workflow) => parseWorkflow(workflow).statuses.filter(isOwnStatus));
}

const listGroups = (queries: Queries, kind: 'group' | 'milestone', homes: string[]) =>
  kind === 'group' ? store.listGroupNames(queries, { homes }) : store.listMilestoneNames(queries, { homes });

async function findProjects({ db, actor }: Scope, refs: string[]): Promise<[ref: string, id: string][]> {
  const { whole, guest } = await findVisibleHomes(db.reads, actor);
  const named = await store.listProjectsNamed(db.reads, { homes: [...whole, ...guest], refs });
  const guestsOnly = named.filter(({ id }) => guest.includes(id)).map(({ id }) => id);
  // A guest without a ticket there, such as a former member, must not learn the project's present key.
  const reached = new Set(
    guestsOnly.length > 0
      ? await store.listHomesOfGuest(db.reads, { userId: actor.userId, homes: guestsOnly })
      : [],
  );
  const projects = named.filter(({ id }) => !guestsOnly.includes(id) || reached.has(id));
  const visible = new Set(projects.map(({ id }) => id));
  const byKey = await store.listKeyHolders(db.reads, { refs });
  const found = [
    ...byKey.filter(({ id }) => visible.has(id)).map(({ id, key }) => `${key}\n${id}`),
    ...projects.filter(({ nameFolded }) => refs.includes(nameFolded)).map((p) => `${p.nameFolded}\n${p.id}`),
  ];
  return [...new Set(found)].map((pair) => pair.split('\n') as [string, string]);
}

/** The workspace itself is a home; without visible tickets it is the only one. */
async function findHomesOfWorkspaces(
  { db, actor }: Scope,
  refs: string[],
): Promise<[ref: string, id: string][]> {
  const all = await store.listWorkspaceNames(db.reads, actor.userId, keyProjectLimit(actor));
  const found: [string, string][] = [];
  for (const { id, name } of all) {
    const ownRefs = refs.filter((text) => text === id || text === foldCase(name));
    if (ownRefs.length === 0) continue;
    const { whole, guest } = await findVisibleHomes(db.reads, actor, undefined, [id]);
    for (const ref of ownRefs) for (const home of [id, ...whole, ...guest]) found.push([ref, home]);
  }
  return found;
}

/** Finds the homes of tickets without a project. */
export async function findHomesWithoutProject({ db, actor }: Scope): Promise<string[]> {
  const { whole, guest } = await findVisibleHomes(db.reads, actor);
  const homes = [...whole, ...guest];
  const projects = new Set(await listProjectIds(db.reads, { ids: homes }));
  return homes.filter((id) => !projects.has(id));
}

export interface OfferedName {
  name: string;
  detail?: string;
}

/** Lists names that begin with a text, for completion and suggestions, among what the caller may read. */
export async function offerNames(
  scope: Scope,
  kind: NameKind,
  prefix: string,
  limit: number,
): Promise<OfferedName[]> {
  const { db, actor } = scope;
  const begins = foldCase(prefix);
  const keyProjects = keyProjectLimit(actor);
  if (kind === 'parent') return [];
  if (kind === 'person') {
    const { rows } = await listPeople(scope, { query: prefix }, { page: 1, limit, offset: 0 });
    return rows.map(({ name, email }) => ({ name, detail: email }));
  }
  if (kind === 'label') {
    const labels = await listLabelsByName(db.reads, actor.userId, keyProjects, {
      names: [],
      prefix: begins,
      limit,
    });
    return distinct(labels);
  }
  if (kind === 'workspace') {
    const all = await store.listWorkspaceNames(db.reads, actor.userId, keyProjects);
    return distinct(all.filter(({ name }) => foldCase(name).startsWith(begins))).slice(0, limit);
  }
  if (kind === 'ownStatus') {
    const own = await listOwnStatuses(scope);
    return distinct(own.filter(({ name }) => foldCase(name).startsWith(begins))).slice(0, limit);
  }
  const { whole } = await findVisibleHomes(db.reads, actor);
  if (kind === 'group' || kind === 'milestone') {
    const groups = await listGroups(db.workerReads, kind, whole);
    return distinct(groups.filter(({ name }) => foldCase(name).startsWith(begins))).slice(0, limit);
  }
  const projects = await store.listProjectsBeginning(db.reads, whole, begins, limit);
  return projects.map(({ key, name }) => ({ name: key, detail: name }));
}

const distinct = (rows: { name: string }[]): OfferedName[] => [
  ...new Map(rows.map(({ name }) => [foldCase(name), { name }])).values(),
];
