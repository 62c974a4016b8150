import type { Database } from '../../platform/db/index.ts';
import { foldCase } from '../../platform/fold-case.ts';
import { newId } from '../../platform/ids.ts';
import { ticketImport } from '../../tickets/index.ts';
import type { Scope } from '../../users/index.ts';
import type { Survey } from '../survey-source.ts';

const greyColor = '#8b949e';
const namesPerStep = 100;

interface Place {
  id: string;
  workspaceId: string;
}

export interface EnsuredNames {
  /** The id of each name, by its key in the survey. */
  ids: Map<string, string>;
  /** The names that did not exist here. */
  missing: string[];
}

/** Finds the labels of the files in the project's workspace by name. With `create`, adds the missing ones. */
export async function ensureLabels(
  scope: Scope,
  project: Place,
  labels: Survey['labels'],
  create: boolean,
): Promise<EnsuredNames> {
  return inSteps(scope.db, [...labels], async (tx, step, result) => {
    const { workspaceId } = project;
    const names = step.map(([, { name }]) => name);
    const found = await ticketImport.listLabelsNamed(tx, workspaceId, names);
    const known = new Map(found.map(({ nameFolded, id }) => [nameFolded, id]));
    const now = scope.clock.now();
    for (const [key, { name, color = greyColor }] of step) {
      const present = known.get(foldCase(name));
      const id = present ?? newId(now);
      result.ids.set(key, id);
      if (present !== undefined) continue;
      result.missing.push(name);
      known.set(foldCase(name), id);
      if (!create) continue;
      await ticketImport.insertLabels(tx, [{ id, workspaceId, name, color, createdAt: now, updatedAt: now }]);
      await ticketImport.recordSettingEvent(tx, scope, 'label', 'created', { id, name, workspaceId });
    }
  });
}

/** Does the same as `ensureLabels` for the cycles and milestones of the project. */
export async function ensureGroups(
  scope: Scope,
  project: Place,
  groups: Survey['groups'],
  create: boolean,
): Promise<EnsuredNames> {
  return inSteps(scope.db, [...groups], async (tx, step, result) => {
    const names = step.map(([, { name }]) => name);
    const found = await ticketImport.listGroupsNamed(tx, { projectId: project.id, names });
    const known = new Map(found.map(({ kind, name, id }) => [`${kind} ${name}`, id]));
    const now = scope.clock.now();
    for (const [key, { name, kind, startsAt = null, endsAt = null }] of step) {
      const present = known.get(key);
      const id = present ?? newId(now);
      result.ids.set(key, id);
      if (present !== undefined) continue;
      result.missing.push(name);
      if (!create) continue;
      const times = { createdAt: now, updatedAt: now };
      const group = { id, projectId: project.id, name, kind, description: null, startsAt, endsAt, ...times };
      await ticketImport.insertGroups(tx, [group]);
      await ticketImport.recordSettingEvent(tx, scope, 'group', 'created', {
        id,
        name,
        projectId: project.id,
      });
    }
  });
}

type Step<T> = (
  tx: Parameters<Parameters<Database['transaction']>[0]>[0],
  step: [string, T][],
  result: EnsuredNames,
) => Promise<void>;

async function inSteps<T>(db: Database, entries: [string, T][], run: Step<T>): Promise<EnsuredNames> {
  const all: EnsuredNames = { ids: new Map(), missing: [] };
  for (let start = 0; start < entries.length; start += namesPerStep) {
    // A transaction may run twice, so each run makes its own result.
    const { ids, missing } = await db.transaction(async (tx) => {
      const result: EnsuredNames = { ids: new Map(), missing: [] };
      await run(tx, entries.slice(start, start + namesPerStep), result);
      return result;
    });
    for (const [key, id] of ids) all.ids.set(key, id);
    all.missing.push(...missing);
  }
  return all;
}
