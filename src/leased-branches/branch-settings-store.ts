import { sql } from '../platform/db/index.ts';

export interface BranchSettingsRow {
  projectId: string;
  enabled: number;
  /** JSON. */
  paths: string | null;
  maxMegabytes: number;
}

export const findBranchSettings = sql.find<{ projectId: string }, BranchSettingsRow>(`
  select project_id as "projectId", enabled, paths, max_megabytes as "maxMegabytes"
  from agent_branch_settings where project_id = :projectId`);

export const upsertBranchSettings = sql.run<BranchSettingsRow>(`
  insert into agent_branch_settings (project_id, enabled, paths, max_megabytes)
  values (:projectId, :enabled, :paths, :maxMegabytes)
  on conflict (project_id) do update set enabled = excluded.enabled, paths = excluded.paths,
    max_megabytes = excluded.max_megabytes`);
