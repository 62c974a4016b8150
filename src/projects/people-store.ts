import {
  byText,
  dynamicPagedList,
  dynamicStatement,
  escapeLike,
  listPage,
  type Queries,
  statement,
} from '../platform/db/index.ts';
import { foldCase } from '../platform/fold-case.ts';
import type { Page } from '../platform/paging.ts';

/** What others may know of somebody they share a project or workspace with. Flags are 0 or 1. */
export interface Person {
  id: string;
  name: string;
  image: string | null;
  isAgent: number;
  isActive: number;
}

export interface FoundPerson extends Person {
  email: string;
  nameFolded: string;
}

/** The people to list: the members of a project and its workspace, or everybody with whom a person shares one. */
export type PeopleScope =
  | { project: { id: string; workspaceId: string } }
  /** `keyProjects`: the projects that an API key is limited to, and then no workspaces. */
  | { userId: string; keyProjects: readonly string[] | undefined };

const columns = `u.id, u.name, u.image, u.active as "isActive",
  case when u.agent_owner_id is null then 0 else 1 end as "isAgent"`;

const inProjects = statement<{ projectIds: string[]; userId: string; limit: number }, Person>(`
  select ${columns} from users u where u.id in (
    select user_id from project_members where project_id in :projectIds[]
    union
    select g.user_id from ticket_guests g join users d on d.id = g.user_id
    where g.home_id in :projectIds[] and d.active = 0
    union
    select m.user_id from workspace_members o join workspace_members m on m.workspace_id = o.workspace_id
    where o.user_id = :userId)
  order by u.active desc, u.id limit :limit`);

/**
 * The members of these projects, also inactive ones, and of the workspaces of a user, if one is given; then inactive
 * people who have tickets in the projects without being members, such as the placeholders of imports.
 */
export const listPeopleIn = (
  queries: Queries,
  projectIds: string[],
  userId: string | undefined,
  limit: number,
): Promise<Person[]> => queries.list(inProjects, { projectIds, userId: userId ?? '', limit });

const ofProject = `select user_id from project_members where project_id = :projectId
  union select user_id from workspace_members where workspace_id = :workspaceId`;
const sharing = (limit: string) => `select m.user_id
  from project_members o join projects p on p.id = o.project_id join project_members m on m.project_id = p.id
  where o.user_id = :userId and p.status <> 'deleted' ${limit}`;
const ofKey = sharing('and p.id in :keyProjects[]');
const ofUser = `${sharing('')}
  union
  select m.user_id from workspace_members o join workspace_members m on m.workspace_id = o.workspace_id
  where o.user_id = :userId`;

const wordsMax = 10;

/** Active people. Each word of the query must be the start of a word of the name or e-mail address. */
export function listFoundPeople(queries: Queries, scope: PeopleScope, query: string | undefined, page: Page) {
  const words = foldCase(query ?? '')
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, wordsMax);
  const members = 'project' in scope ? ofProject : scope.keyProjects ? ofKey : ofUser;
  const list = dynamicPagedList<object, FoundPerson>({
    columns: `${columns}, u.email, u.name_folded as "nameFolded"`,
    from: 'users u',
    where: ['u.active = 1', `u.id in (${members})`, ...words.map((_, index) => startsWord(index))].join(
      ' and ',
    ),
    sort: [
      byText('u.name_folded', 'asc', ({ nameFolded }) => nameFolded),
      byText('u.id', 'asc', ({ id }) => id),
    ],
  });
  return listPage(queries, list, { ...scopeParams(scope), ...wordParams(words) }, page);
}

/** People with one of these names or e-mail addresses, case-folded, also inactive ones: their tickets remain. */
export function listPeopleNamed(
  queries: Queries,
  scope: { userId: string; keyProjects: readonly string[] | undefined },
  names: string[],
): Promise<{ id: string; nameFolded: string; emailFolded: string }[]> {
  const shape = dynamicStatement<object, { id: string; nameFolded: string; emailFolded: string }>(`
    select u.id, u.name_folded as "nameFolded", u.email_folded as "emailFolded" from users u
    where (u.name_folded in :names[] or u.email_folded in :names[])
      and (u.id = :userId or u.id in (${scope.keyProjects ? ofKey : ofUser}))`);
  return queries.list(shape, { ...scope, names });
}

const startsWord = (index: number) => `(u.name_folded like :start${index} escape '!'
  or u.name_folded like :inner${index} escape '!' or u.email_folded like :start${index} escape '!')`;

const wordParams = (words: string[]) =>
  Object.fromEntries(
    words.flatMap((word, index) => [
      [`start${index}`, `${escapeLike(word)}%`],
      [`inner${index}`, `% ${escapeLike(word)}%`],
    ]),
  );

const scopeParams = (scope: PeopleScope) =>
  'project' in scope ? { projectId: scope.project.id, workspaceId: scope.project.workspaceId } : scope;
