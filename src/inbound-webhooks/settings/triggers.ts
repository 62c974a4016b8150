import { invalid } from '../../platform/errors.ts';
import { canEditProject, getProjectFor, lockProjectFor } from '../../projects/index.ts';
import type { Scope } from '../../users/index.ts';
import { recordInboundSettingEvent, triggersChanged } from './setting-events.ts';
import type { Trigger } from './trigger.ts';
import { listProjectTriggers, replaceTriggers } from './trigger-store.ts';

export async function listTriggers({ db, actor }: Scope, ref: string): Promise<Trigger[]> {
  const project = await getProjectFor(db.reads, actor, ref, canEditProject);
  return listProjectTriggers(db.reads, project.id);
}

/** Replaces all triggers of the project. */
export async function changeTriggers(scope: Scope, ref: string, triggers: Trigger[]): Promise<Trigger[]> {
  return scope.write(async (tx) => {
    const project = await lockProjectFor(tx, scope.actor, ref, canEditProject);
    const withoutKind = triggers.findIndex(({ ignores, kind }) => !ignores && kind === null);
    if (withoutKind >= 0) {
      throw invalid({
        triggers: [`triggers[${withoutKind}] needs a kind, or \`ignore: true\` to create no task`],
      });
    }
    const before = await listProjectTriggers(tx, project.id);
    if (JSON.stringify(before) !== JSON.stringify(triggers)) {
      await replaceTriggers(tx, project.id, triggers);
      await recordInboundSettingEvent(tx, scope, triggersChanged, project, {
        name: `${triggers.length} triggers`,
      });
    }
    return triggers;
  });
}
