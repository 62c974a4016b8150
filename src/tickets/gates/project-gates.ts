import { recordAudit } from '../../audit/index.ts';
import {
  canGrantAccess,
  canReadProject,
  getProjectFor,
  lockProjectFor,
  recordProjectChange,
  updateGates,
} from '../../projects/index.ts';
import type { Scope } from '../../users/index.ts';
import { formatGates, type Gates, parseGates } from './gate.ts';

export const getGates = async ({ db, actor }: Scope, ref: string): Promise<Gates> =>
  parseGates((await getProjectFor(db.reads, actor, ref, canReadProject)).gates);

/** Absent fields keep their value. Not for agents: one that opens the gates would need no proof. */
export async function setGates(
  scope: Scope,
  ref: string,
  { criteria, review, checks }: { [Name in keyof Gates]?: Gates[Name] | undefined },
): Promise<Gates> {
  return scope.write(async (tx) => {
    const project = await lockProjectFor(tx, scope.actor, ref, canGrantAccess);
    const from = parseGates(project.gates);
    const to: Gates = {
      criteria: criteria ?? from.criteria,
      review: review ?? from.review,
      checks: checks ?? from.checks,
    };
    const gates = formatGates(to);
    if (gates === project.gates) return to;
    const updatedAt = Math.max(scope.clock.now(), project.updatedAt + 1);
    const changed = { ...project, version: project.version + 1, updatedAt };
    await updateGates(tx, { ...changed, gates });
    await recordProjectChange(tx, scope, changed, { gates: { from, to } }, updatedAt);
    await recordAudit(tx, scope, 'gates.changed', { kind: 'project', id: project.id, name: project.name });
    return to;
  });
}
