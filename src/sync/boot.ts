import { getInstanceInfo, type InfoSettings } from '../instance/index.ts';
import { countUnread, countUnreadRows } from '../notifications/index.ts';
import type { Page } from '../platform/paging.ts';
import { listPeopleIn, listProjectPermissions, listProjectsForActor } from '../projects/index.ts';
import { listGroups, listLabels } from '../tickets/index.ts';
import { getPreferences, getProfile, getSettings, keyProjectLimit, type Scope } from '../users/index.ts';
import { listWorkspaces } from '../workspaces/index.ts';

/** The maximum lengths of the lists in an answer; `truncated` names the lists that have more. */
const limits = { workspaces: 1_000, projects: 1_000, people: 5_000, labels: 2_000, groups: 2_000 };
type ListName = keyof typeof limits;

/**
 * Everything that a client needs before its first ticket, in a fixed number of statements. The lists are limited, so
 * the main thread reads them, except people: their number is limited, but not that of their memberships. An API key
 * that is limited to projects gets what concerns these projects, and nothing else about its account.
 */
export async function loadBoot(scope: Scope, infoSettings: InfoSettings) {
  const { db, actor } = scope;
  const isLimited = keyProjectLimit(actor) !== undefined;
  const projects = await listProjectsForActor(db.reads, actor, limits.projects + 1);
  const projectIds = projects.map(({ id }) => id);
  const labelWorkspaces = isLimited
    ? [...new Set(projects.map((project) => project.workspaceId))]
    : undefined;
  const [
    user,
    preferences,
    settings,
    workspaces,
    permissions,
    people,
    labels,
    groups,
    unread,
    unreadRows,
    instance,
  ] = await Promise.all([
    getProfile(scope),
    isLimited ? null : getPreferences(scope),
    isLimited ? null : getSettings(scope),
    isLimited ? [] : readRows(listWorkspaces(scope, firstRows('workspaces'))),
    listProjectPermissions(db.reads, actor, projects),
    listPeopleIn(db.workerReads, projectIds, isLimited ? undefined : actor.userId, limits.people + 1),
    readRows(listLabels(scope, labelWorkspaces, firstRows('labels'))),
    readRows(listGroups(scope, undefined, firstRows('groups'))),
    isLimited ? null : countUnread(scope),
    isLimited ? null : countUnreadRows(scope),
    getInstanceInfo(db.reads, infoSettings),
  ]);
  const lists = { workspaces, projects, people, labels, groups };
  const truncated = (Object.keys(limits) as ListName[]).filter((name) => lists[name].length > limits[name]);
  return {
    ...{ user, email: isLimited ? null : user.email, isAgent: actor.agent !== undefined },
    ...{ preferences, settings, permissions, unread, unreadRows, instance, truncated },
    workspaces: workspaces.slice(0, limits.workspaces),
    projects: projects.slice(0, limits.projects),
    people: people.slice(0, limits.people),
    labels: labels.slice(0, limits.labels),
    groups: groups.slice(0, limits.groups),
  };
}

export type Boot = Awaited<ReturnType<typeof loadBoot>>;

/** Reads one row more than the answer has, to see whether there are more. */
const firstRows = (name: ListName): Page => ({ page: 1, limit: limits[name] + 1, offset: 0 });

const readRows = async <Row>(page: Promise<{ rows: Row[] }>) => (await page).rows;
