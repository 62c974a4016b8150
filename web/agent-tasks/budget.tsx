import type { QueryKey } from '@tanstack/react-query';
import type { AgentBudget, AgentBudgetState } from '../../sdk/index.ts';
import { queryClient } from '../api/index.ts';
import { language, m } from '../messages/index.ts';
import { TextInput } from '../parts/controls/text-input.tsx';
import { formatDate } from '../parts/dates/dates.ts';
import { Badge } from '../parts/display/badge.tsx';
import { ProgressBar } from '../parts/display/progress-bar.tsx';
import { Field } from '../parts/forms/field.tsx';
import { Form } from '../parts/forms/form.tsx';
import { textOf } from '../parts/forms/form-values.ts';
import { SelectField } from '../parts/forms/select-field.tsx';
import { formatMoney, type Money, parseMoney, typedMoney } from '../parts/money.ts';
import { openDialog } from '../parts/popups/open-dialog.tsx';
import { showToast } from '../parts/popups/toasts.ts';
import './budget.css';

const warningPercent = 80;

type State = Omit<AgentBudgetState, 'isSpent'>;

/** How much of a budget is used, in words and as a bar. A ticket has no monthly budget (`hasPeriod`). */
export function BudgetUse({ state, hasPeriod = true }: { state: State; hasPeriod?: boolean }) {
  const { budget, spent, notCounted, resetsAt } = state;
  const texts = m.agentTasks.budget;
  const sums = (amounts: readonly Money[]) => amounts.map(formatMoney).join(', ');
  if (!budget) {
    const describe = hasPeriod ? texts.noneBut : texts.noneButInAll;
    return <p className="budget-text">{spent.length > 0 ? describe(sums(spent)) : texts.none}</p>;
  }
  const used = spent.find(({ currency }) => currency === budget.currency)?.amount ?? 0;
  const isSpent = used >= budget.amount;
  const percent = Math.floor((used / budget.amount) * 100);
  const words = texts.of(formatMoney({ amount: used, currency: budget.currency }), formatMoney(budget));
  return (
    <div
      className={
        isSpent ? 'budget budget-spent' : percent >= warningPercent ? 'budget budget-near' : 'budget'
      }
    >
      <div className="budget-text">
        <span className="figures">{words}</span> {texts.periods[budget.period]}{' '}
        {isSpent ? (
          <Badge look="red">{texts.spent}</Badge>
        ) : (
          percent >= warningPercent && <Badge look="amber">{texts.near(percent)}</Badge>
        )}
      </div>
      <ProgressBar label={words} value={Math.min(used, budget.amount)} max={budget.amount} look="teal" />
      {isSpent && <p className="budget-note">{texts.spentText}</p>}
      {resetsAt && <p className="budget-note">{texts.resets(formatDate(resetsAt))}</p>}
      {notCounted.length > 0 && <p className="budget-note">{texts.notCounted(sums(notCounted))}</p>}
    </div>
  );
}

interface BudgetDialog {
  title: string;
  text?: string;
  state: State;
  /** A ticket has no monthly budget. */
  hasPeriod?: boolean;
  /** Null removes the budget. */
  onSave: (budget: AgentBudget | null) => Promise<unknown>;
  /** The query of the budget, which is loaded again. */
  refresh: QueryKey;
}

export const openBudgetDialog = ({ title, text, ...form }: BudgetDialog): void =>
  openDialog({ title, ...(text && { text }), size: 'small' }, <BudgetForm {...form} />);

function BudgetForm({ state, hasPeriod = true, onSave, refresh }: Omit<BudgetDialog, 'title' | 'text'>) {
  const texts = m.agentTasks.budget;
  const { budget } = state;
  const save = async (values: FormData) => {
    const currency = textOf(values, 'currency');
    const amount = parseMoney(textOf(values, 'amount'), currency);
    const period = hasPeriod ? (textOf(values, 'period') as AgentBudget['period']) : 'total';
    // Without a budget to remove, an empty form changes nothing.
    if (amount !== undefined || budget)
      await onSave(amount === undefined ? null : { amount, currency, period });
    await queryClient.invalidateQueries({ queryKey: refresh });
    showToast({ text: texts.saved });
  };
  return (
    <Form onSubmit={save} submit={m.words.save}>
      <BudgetUse state={state} hasPeriod={hasPeriod} />
      <Field label={texts.amount} name="amount" hint={texts.amountHint}>
        <TextInput
          inputMode="decimal"
          pattern="\s*\d+([.,]\d+)?\s*"
          defaultValue={budget ? typedMoney(budget) : ''}
          autoComplete="off"
          data-autofocus
        />
      </Field>
      <SelectField
        label={texts.currency}
        name="currency"
        options={currencies().map((value) => ({ value, label: value }))}
        defaultValue={budget?.currency ?? (language === 'de' ? 'EUR' : 'USD')}
      />
      {hasPeriod && (
        <SelectField
          label={texts.period}
          name="period"
          options={(['month', 'total'] as const).map((value) => ({ value, label: texts.periods[value] }))}
          defaultValue={budget?.period ?? 'month'}
        />
      )}
    </Form>
  );
}

const currencies = (): string[] => Intl.supportedValuesOf('currency');
