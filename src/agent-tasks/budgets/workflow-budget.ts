import type { Tx } from '../../platform/db/index.ts';
import { findWorkflowPolicy } from '../../projects/index.ts';
import type { HoldSettings } from '../holds/decide-hold.ts';
import { releaseTasksWithinBudget } from './apply-budgets.ts';
import { findBudgetRow } from './budget-store.ts';
import { setBudget } from './set-budget.ts';

/** Makes the budget of WORKFLOW.md that of the project, unless the settings of the project have one. */
export async function applyWorkflowBudget(tx: Tx, projectId: string, settings: HoldSettings): Promise<void> {
  const subject = { kind: 'project', subjectId: projectId } as const;
  const current = await findBudgetRow(tx, subject);
  if (current?.fromWorkflow === 0) return;
  const budget = (await findWorkflowPolicy(tx, projectId))?.budget ?? null;
  if (budget === null && !current) return;
  await setBudget(tx, subject, budget, settings.now, 1);
  await releaseTasksWithinBudget(tx, settings);
}
