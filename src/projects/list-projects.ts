import type { Page } from '../platform/http/index.ts';
import type { Scope } from '../users/index.ts';
import { listProjectRows, type ProjectFilter, type ProjectSort } from './project-list-store.ts';

export interface ProjectListing extends Omit<ProjectFilter, 'userId'> {
  sort?: ProjectSort | undefined;
  order?: 'asc' | 'desc' | undefined;
}

export const listProjects = (scope: Scope, { sort, order, ...filter }: ProjectListing, page: Page) =>
  listProjectRows(
    scope.db.reads,
    { ...filter, userId: scope.actor.userId },
    sort ?? 'updatedAt',
    order ?? 'desc',
    page,
  );
