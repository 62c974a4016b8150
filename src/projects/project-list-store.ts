import {
  byNumber,
  byText,
  dynamicPagedList,
  likeParams,
  listPage,
  type Queries,
  type SortKey,
  sql,
  statement,
} from '../platform/db/index.ts';
import { foldCase } from '../platform/fold-case.ts';
import type { Page } from '../platform/paging.ts';
import { type Actor, keyProjectLimit } from '../users/index.ts';
import type { Project, ProjectForActor } from './project.ts';
import { forActor, projectColumns } from './project-store.ts';
import type { ProjectHealth } from './updates/project-update.ts';

export interface ProjectDetails extends Project {
  ownerName: string;
  ownerEmail: string;
  ownerImage: string | null;
  ticketCount: number;
  memberCount: number;
  /** Null also if that person is no longer a member. */
  leadId: string | null;
  /** `2026-12-24` */
  targetDate: string | null;
  hasTriage: number;
  /** Of the newest update. */
  health: ProjectHealth | null;
  healthAt: number | null;
}

export const projectSorts = ['name', 'createdAt', 'updatedAt'] as const;
/** `relevance` needs a search: an exact key first, then matches of the name, then the rest, newer first. */
export type ProjectSort = (typeof projectSorts)[number] | 'relevance';

export interface ProjectFilter {
  userId: string;
  /** The projects that the actor's API key is limited to. Required, so that no caller forgets the limit. */
  keyProjects: readonly string[] | undefined;
  search?: string | undefined;
  workspaces?: string[] | undefined;
  statuses?: string[] | undefined;
  /** Only these. */
  ids?: string[] | undefined;
}

const detailColumns = `${projectColumns}, u.name as "ownerName", u.email as "ownerEmail", u.image as "ownerImage",
  h.ticket_count as "ticketCount",
  (select count(*) from project_members pm where pm.project_id = p.id) as "memberCount",
  (select pm.user_id from project_members pm where pm.project_id = p.id and pm.user_id = p.lead_id) as "leadId",
  p.target_date as "targetDate", p.triage as "hasTriage", nu.health, nu.created_at as "healthAt"`;
/** A full key, a match of the name, or neither. */
const relevance = `case when lower(p.key) = :wholeText then 2 when p.name_folded like :word0 escape '!' then 1 else 0 end`;
type ListedProject = ProjectDetails & { relevance: number };
const detailJoins = `join users u on u.id = p.owner_id join ticket_homes h on h.id = p.id
  left join project_updates nu on nu.id = (select pu.id from project_updates pu where pu.project_id = p.id
    order by pu.created_at desc, pu.id desc limit 1)`;

/** The projects that a user may read, for every list, search and count; `canReadProject` is the same rule in code. */
const visible = `p.id in (
  select project_id from project_members where user_id = :userId
  union
  select o.id from projects o join workspaces w on w.id = o.workspace_id
  where o.visibility = 'public' and (w.kind = 'personal'
    or exists (select 1 from workspace_members wm where wm.workspace_id = w.id and wm.user_id = :userId)))`;

function sortKeys(sort: ProjectSort, order: 'asc' | 'desc'): SortKey<ListedProject>[] {
  const byUpdate = byNumber<ListedProject>('p.updated_at', order, ({ updatedAt }) => updatedAt);
  const keys: Record<ProjectSort, SortKey<ListedProject>[]> = {
    name: [byText('p.name_folded', order, ({ name }) => foldCase(name))],
    createdAt: [byNumber('p.created_at', order, ({ createdAt }) => createdAt)],
    updatedAt: [byUpdate],
    relevance: [byNumber(relevance, 'desc', (project) => project.relevance), byUpdate],
  };
  return [...keys[sort], byText('p.id', order, ({ id }) => id)];
}

const ownFirst = 'order by case when pm.role is null then 1 else 0 end, p.name_folded, p.id limit :limit';
const readable = `${forActor} where p.status <> 'deleted' and ${visible}`;
const allReadable = statement<{ userId: string; limit: number }, ProjectForActor>(`${readable} ${ownFirst}`);
const readableByKey = statement<
  { userId: string; keyProjects: readonly string[]; limit: number },
  ProjectForActor
>(`${readable} and p.id in :keyProjects[] ${ownFirst}`);

/** The projects that the actor may read, with their roles; the actor's own first, then by name. */
export function listProjectsForActor(
  queries: Queries,
  actor: Actor,
  limit: number,
): Promise<ProjectForActor[]> {
  const { userId } = actor;
  const keyProjects = keyProjectLimit(actor);
  if (keyProjects) return queries.list(readableByKey, { userId, keyProjects, limit });
  return queries.list(allReadable, { userId, limit });
}

export const findProjectDetails = sql.find<{ id: string }, ProjectDetails>(
  `select ${detailColumns} from projects p ${detailJoins} where p.id = :id`,
);

export function listProjectRows(
  queries: Queries,
  filter: ProjectFilter,
  sort: ProjectSort,
  order: 'asc' | 'desc',
  page: Page,
) {
  const { where, params } = conditions(filter);
  const projects = dynamicPagedList<object, ListedProject>({
    columns: `${detailColumns}, ${sort === 'relevance' ? relevance : 0} as relevance`,
    from: 'projects p',
    joins: detailJoins,
    where,
    sort: sortKeys(sort, order),
  });
  return listPage(queries, projects, { ...params, wholeText: foldCase(filter.search ?? '') }, page);
}

function conditions({
  userId,
  keyProjects,
  search,
  workspaces,
  statuses = ['active', 'archived'],
  ids,
}: ProjectFilter) {
  const parts = [visible, 'p.status in :statuses[]'];
  if (keyProjects) parts.push('p.id in :keyProjects[]');
  if (workspaces) parts.push('p.workspace_id in :workspaces[]');
  if (ids) parts.push('p.id in :ids[]');
  const words = search ? foldCase(search).split(/\s+/).filter(Boolean).slice(0, 10) : [];
  for (const index of words.keys()) {
    parts.push(`(p.name_folded like :word${index} escape '!' or lower(p.key) like :word${index} escape '!'
      or p.description_folded like :word${index} escape '!')`);
  }
  return {
    where: parts.join(' and '),
    params: {
      userId,
      statuses,
      ...(keyProjects && { keyProjects }),
      ...(workspaces && { workspaces }),
      ...(ids && { ids }),
      ...likeParams(words),
    },
  };
}
