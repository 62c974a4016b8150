import { useQuery } from '@tanstack/react-query';
import { m } from '../../messages/index.ts';
import { completionsQuery } from './condition-queries.ts';
import './condition-input.css';

interface ConditionProblemProps {
  id?: string;
  problem: { from: number; message: string };
}

/** The problem of a condition, with the column. */
export const ConditionProblem = ({ id, problem: { from, message } }: ConditionProblemProps) => (
  <p id={id} className="condition-problem" role="status">
    {m.condition.problem(from + 1, message)}
  </p>
);

/** The problem of a condition that came with an address or a saved view. */
export function BroughtProblem({ filter }: { filter: string }) {
  const { data } = useQuery(completionsQuery(filter, filter.length));
  return data?.filter === filter && data.problem ? <ConditionProblem problem={data.problem} /> : null;
}
