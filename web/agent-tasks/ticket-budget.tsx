import { useQuery } from '@tanstack/react-query';
import { api } from '../api/index.ts';
import { m } from '../messages/index.ts';
import { Button } from '../parts/controls/button.tsx';
import { BudgetUse, openBudgetDialog } from './budget.tsx';
import { taskQueries } from './task-queries.ts';

interface TicketBudgetProps {
  ticket: { id: string; key: string | null };
  mayChange: boolean;
}

/** What agents may cost on a ticket. Shown once an agent has a task on it. */
export function TicketBudget({ ticket: { id, key }, mayChange }: TicketBudgetProps) {
  const { data: tasks = [] } = useQuery(taskQueries.ofTicket(id));
  const { data: state } = useQuery({ ...taskQueries.ticketBudget(id), enabled: tasks.length > 0 });
  if (!state || (!mayChange && !state.budget)) return null;
  const texts = m.agentTasks.budget;
  const open = () =>
    openBudgetDialog({
      title: texts.ofTicket(key ?? ''),
      state,
      hasPeriod: false,
      refresh: taskQueries.ticketBudget(id).queryKey,
      onSave: (budget) =>
        budget
          ? api.setTicketAgentBudget({
              params: { id },
              body: { amount: budget.amount, currency: budget.currency },
            })
          : api.deleteTicketAgentBudget({ params: { id } }),
    });
  return (
    <section className="ticket-budget" aria-label={texts.ofTicket(key ?? '')}>
      <h3 className="ticket-budget-name">{texts.forAgents}</h3>
      <BudgetUse state={state} hasPeriod={false} />
      {mayChange && (
        <Button look="quiet" icon="edit" className="ticket-budget-set" onClick={open}>
          {texts.set}
        </Button>
      )}
    </section>
  );
}
