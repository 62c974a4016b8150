import { canSetAgentLimits } from '../agent-tasks/index.ts';
import type { Queries } from '../platform/db/index.ts';
import { quoteNames } from '../platform/error-texts.ts';
import { invalid } from '../platform/errors.ts';
import {
  canReadProject,
  getProjectFor,
  lockProjectFor,
  recordProjectChange,
  touchProject,
} from '../projects/index.ts';
import type { Scope } from '../users/index.ts';
import type { AgentBranches, AgentBranchesInput } from './branch-schemas.ts';
import * as store from './branch-settings-store.ts';
import { isPathPattern } from './path-rules.ts';

const defaults: AgentBranches = { enabled: true, paths: null, maxMegabytes: 50 };

export async function getAgentBranches({ db, actor }: Scope, ref: string): Promise<AgentBranches> {
  const project = await getProjectFor(db.reads, actor, ref, canReadProject);
  return readAgentBranches(db.reads, project.id);
}

/** Absent fields keep their value. */
export async function setAgentBranches(
  scope: Scope,
  ref: string,
  input: AgentBranchesInput,
): Promise<AgentBranches> {
  return scope.write(async (tx) => {
    const project = await lockProjectFor(tx, scope.actor, ref, canSetAgentLimits);
    const wrong = (input.paths ?? []).filter((path) => !isPathPattern(path));
    if (wrong.length > 0)
      throw invalid({
        paths: [`Paths must be relative, without empty parts, . and ..: ${quoteNames(wrong)}`],
      });
    const from = await readAgentBranches(tx, project.id);
    const to: AgentBranches = {
      enabled: input.enabled ?? from.enabled,
      paths: input.paths === undefined ? from.paths : input.paths,
      maxMegabytes: input.maxMegabytes ?? from.maxMegabytes,
    };
    if (JSON.stringify(from) === JSON.stringify(to)) return to;
    await store.upsertBranchSettings(tx, {
      projectId: project.id,
      enabled: Number(to.enabled),
      paths: to.paths && JSON.stringify(to.paths),
      maxMegabytes: to.maxMegabytes,
    });
    const touched = await touchProject(tx, project, scope.clock.now());
    await recordProjectChange(tx, scope, touched, { agentBranches: { from, to } }, touched.updatedAt);
    return to;
  });
}

export async function readAgentBranches(queries: Queries, projectId: string): Promise<AgentBranches> {
  const row = await store.findBranchSettings(queries, { projectId });
  if (!row) return defaults;
  return {
    enabled: row.enabled === 1,
    paths: row.paths === null ? null : (JSON.parse(row.paths) as string[]),
    maxMegabytes: row.maxMegabytes,
  };
}
