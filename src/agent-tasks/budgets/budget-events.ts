import { eventType, recordEvent } from '../../events/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import { Type } from '../../platform/schema.ts';
import type { BudgetRow } from './budget-store.ts';
import * as store from './budget-store.ts';

const text = Type.String();
const payload = Type.Object({
  budget: Type.Object({
    kind: text,
    subjectId: text,
    amount: Type.Number(),
    currency: text,
    period: text,
    spent: Type.Number(),
  }),
  /** Of a budget of an agent. */
  agent: Type.Optional(Type.Object({ id: text, name: text, ownerId: text })),
  ticket: Type.Union([Type.Object({ id: text, title: text, key: Type.Optional(text) }), Type.Null()]),
  project: Type.Union([Type.Object({ id: text, name: text, key: text }), Type.Null()]),
  user: Type.Null(),
});

/** Docket itself records it: its sentence stands alone. */
const budgetEvent = (name: string, meaning: string, share: string) =>
  eventType({
    name: `agent_budget.${name}`,
    meaning,
    payload,
    sentence: ({ agent, ticket, project }) => {
      const subject = agent ? `the agent ${agent.name}` : (ticket?.key ?? ticket?.title ?? project?.name);
      return `${share} of the agent budget of ${subject} is spent`;
    },
  });

export const budgetNearlySpent = budgetEvent(
  'warning',
  '80 % of a budget for agents is spent; once per budget and period',
  '80 %',
);
export const budgetSpent = budgetEvent(
  'reached',
  'a budget for agents is spent: its tasks are held, running workers are asked to end; once per budget and period',
  'All',
);

export const budgetEvents = [budgetNearlySpent, budgetSpent];

export async function recordBudgetEvent(
  tx: Tx,
  type: typeof budgetSpent,
  { kind, subjectId, amount, currency, period }: BudgetRow,
  spent: number,
  at: number,
): Promise<void> {
  const names = await store.findSubjectNames(tx, { kind, subjectId });
  const { agentId, agentName, ownerId, ticketId, ticketTitle, ticketNumber } = names ?? {};
  const { projectId, projectName, projectKey, workspaceId } = names ?? {};
  await recordEvent(tx, type, {
    at,
    actorId: null,
    ticketId: ticketId ?? null,
    projectId: projectId ?? null,
    workspaceId: workspaceId ?? null,
    data: {
      budget: { kind, subjectId, amount, currency, period, spent },
      ...(agentId && agentName && ownerId && { agent: { id: agentId, name: agentName, ownerId } }),
      ticket:
        ticketId && ticketTitle
          ? {
              id: ticketId,
              title: ticketTitle,
              ...(projectKey && ticketNumber && { key: `${projectKey}-${ticketNumber}` }),
            }
          : null,
      project:
        projectId && projectName && projectKey ? { id: projectId, name: projectName, key: projectKey } : null,
      user: null,
    },
  });
}
