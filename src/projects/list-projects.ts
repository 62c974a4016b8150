import type { Page } from '../platform/paging.ts';
import { keyProjectLimit, type Scope } from '../users/index.ts';
import { listProjectRows, type ProjectFilter, type ProjectSort } from './project-list-store.ts';

export interface ProjectListing extends Omit<ProjectFilter, 'userId' | 'keyProjects'> {
  sort?: ProjectSort | undefined;
  order?: 'asc' | 'desc' | undefined;
}

export const listProjects = (scope: Scope, { sort, order, ...filter }: ProjectListing, page: Page) =>
  listProjectRows(
    scope.db.reads,
    { ...filter, userId: scope.actor.userId, keyProjects: keyProjectLimit(scope.actor) },
    sort ?? 'updatedAt',
    order ?? 'desc',
    page,
  );
