import { sql } from '../../platform/db/index.ts';
import type { Money } from '../usage/usage.ts';
import type { Budget, BudgetSubject } from './budget.ts';

export interface BudgetRow extends Budget, BudgetSubject {
  warnedFor: number | null;
  reachedFor: number | null;
  spentUntil: number | null;
  /** 1 if WORKFLOW.md set it: the settings of the project replace it. */
  fromWorkflow: number;
}

const columns = `kind, subject_id as "subjectId", amount, currency, period, warned_for as "warnedFor",
  reached_for as "reachedFor", spent_until as "spentUntil", from_workflow as "fromWorkflow"`;

export const findBudgetRow = sql.find<BudgetSubject, BudgetRow>(
  `select ${columns} from agent_budgets where kind = :kind and subject_id = :subjectId`,
);
export const lockBudgetRow = sql.find<BudgetSubject, BudgetRow>(
  `select ${columns} from agent_budgets where kind = :kind and subject_id = :subjectId for update`,
);
export const saveBudgetRow = sql.run<BudgetRow & { now: number }>(`
  insert into agent_budgets (kind, subject_id, amount, currency, period, warned_for, reached_for, spent_until,
    from_workflow, updated_at)
  values (:kind, :subjectId, :amount, :currency, :period, :warnedFor, :reachedFor, :spentUntil, :fromWorkflow, :now)
  on conflict (kind, subject_id) do update set amount = excluded.amount, currency = excluded.currency,
    period = excluded.period, warned_for = excluded.warned_for, reached_for = excluded.reached_for,
    spent_until = excluded.spent_until, from_workflow = excluded.from_workflow, updated_at = excluded.updated_at`);
export const deleteBudgetRow = sql.run<BudgetSubject>(
  'delete from agent_budgets where kind = :kind and subject_id = :subjectId',
);

/** Adds to what was spent in a month. The row lock lets concurrent reports of one subject take turns. */
export const addSpending = sql.run<BudgetSubject & Money & { month: number }>(`
  insert into agent_spending (kind, subject_id, currency, month, amount)
  values (:kind, :subjectId, :currency, :month, :amount)
  on conflict (kind, subject_id, currency, month) do update set amount = agent_spending.amount + excluded.amount`);

/** What was spent since a month, by currency. */
export const listSpending = sql.list<BudgetSubject & { since: number }, Money>(`
  select currency, cast(sum(amount) as bigint) as amount from agent_spending
  where kind = :kind and subject_id = :subjectId and month >= :since group by currency order by currency`);

/** At most 1,000: the next round of the loop reads the others. */
export const listSpentBudgets = sql.list<{ now: number }, BudgetRow>(
  `select ${columns} from agent_budgets where spent_until > :now order by spent_until limit 1000`,
);

/** A budget of the task that is spent now. */
export const findSpentBudget = sql.find<
  { agentId: string; projectId: string; ticketId: string; now: number },
  BudgetRow
>(`
  select ${columns} from agent_budgets where spent_until > :now and (
    (kind = 'agent' and subject_id = :agentId) or (kind = 'project' and subject_id = :projectId)
    or (kind = 'ticket' and subject_id = :ticketId)) order by kind limit 1`);

interface SubjectNames {
  agentId: string | null;
  agentName: string | null;
  ownerId: string | null;
  ticketId: string | null;
  ticketTitle: string | null;
  ticketNumber: number | null;
  projectId: string | null;
  projectName: string | null;
  projectKey: string | null;
  workspaceId: string | null;
}
/** The agent, ticket or project of a budget. */
export const findSubjectNames = sql.find<BudgetSubject, SubjectNames>(`
  select u.id as "agentId", u.name as "agentName", u.agent_owner_id as "ownerId", t.id as "ticketId",
    t.title as "ticketTitle", t.number as "ticketNumber", p.id as "projectId", p.name as "projectName",
    p.key as "projectKey", coalesce(p.workspace_id, t.home_id) as "workspaceId"
  from (select 1 as one) b
  left join users u on :kind = 'agent' and u.id = :subjectId
  left join tickets t on :kind = 'ticket' and t.id = :subjectId
  left join projects p on p.id = t.project_id or (:kind = 'project' and p.id = :subjectId)`);
