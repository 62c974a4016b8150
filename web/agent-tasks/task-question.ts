import type { AgentTaskItem } from '../../sdk/index.ts';
import {
  findSingleChoice,
  type QuestionField,
  type QuestionSchema,
  questionFields,
} from './question-form.ts';

/** What a task says about its open question. */
export type AskingTask = Pick<
  AgentTaskItem,
  'id' | 'title' | 'question' | 'questionKind' | 'form' | 'subject'
>;

/** How an open question is answered. */
export type TaskQuestion =
  | { kind: 'text' }
  | { kind: 'choice'; field: QuestionField }
  | { kind: 'form'; fields: readonly QuestionField[] }
  | { kind: 'approval' };

export function readQuestion({ questionKind, form }: AskingTask): TaskQuestion {
  if (questionKind === 'approval') return { kind: 'approval' };
  const fields = form ? questionFields(form as unknown as QuestionSchema) : [];
  const field = findSingleChoice(fields);
  if (field) return { kind: 'choice', field };
  return fields.length > 0 ? { kind: 'form', fields } : { kind: 'text' };
}
