import type { Tx } from '../../platform/db/index.ts';
import { conflict, forbiddenBecause, invalid } from '../../platform/errors.ts';
import type { Actor, Scope } from '../../users/index.ts';
import { type AgentTaskRow, noQuestion, type QuestionKind } from '../agent-task.ts';
import { canAnswer } from '../agent-task-access.ts';
import { type TaskActor, taskAnswered, taskWaiting } from '../agent-task-events.ts';
import { changeTaskState } from '../change-task-state.ts';
import { getTaskFor, lockTaskFor, readTask, type TaskDetails } from '../get-task.ts';
import { noLease } from '../working/lease.ts';
import { addActivity, lockLeasedTask } from '../working/report-on-task.ts';
import { applyReport, type Report } from '../working/worker-report.ts';
import {
  describeValues,
  type FormValues,
  parseForm,
  parseValues,
  type QuestionForm,
  valuesOfText,
} from './question-form.ts';
import { assertSameVersion, resolveSubject, type Subject } from './subject.ts';

export interface Question extends Report {
  kind?: QuestionKind | null | undefined;
  /** A flat JSON Schema, not yet validated. */
  form?: unknown;
  subject?: Subject | null | undefined;
}

/** Releases the task until somebody answers. The attempt does not count. */
export async function askUser(
  scope: Scope,
  id: string,
  epoch: number,
  question: string,
  { kind, form, subject, ...report }: Question = {},
): Promise<TaskDetails> {
  const questionKind = kind ?? 'question';
  return scope.write(async (tx) => {
    const { actor, clock } = scope;
    const task = await lockLeasedTask(tx, scope, id, epoch);
    if (questionKind === 'approval' && form)
      throw invalid({ form: ['An approval has no form: people approve or reject'] });
    if (questionKind === 'question' && subject)
      throw invalid({ subject: ['Only an approval has a subject: set kind to approval'] });
    const parsed = form ? parseForm(form) : undefined;
    await applyReport(tx, scope, task, report);
    const about = subject && (await resolveSubject(tx, task, subject));
    await addActivity(tx, actor, clock.now(), task, 'question', question);
    await changeTaskState(tx, actor, clock.now(), task, taskWaiting, {
      ...noLease,
      state: 'waiting_for_user',
      attempt: task.attempt - 1,
      question,
      questionKind,
      questionForm: parsed ? JSON.stringify(parsed) : null,
      questionSubject: about ? JSON.stringify(about) : null,
      answer: null,
    });
    return readTask(tx, actor, id);
  });
}

/** Exactly one of `answer`, `values` and `approve` is given. */
export interface NewAnswer {
  answer?: string | null | undefined;
  values?: Record<string, unknown> | null | undefined;
  approve?: boolean | null | undefined;
  reason?: string | null | undefined;
  /** The version of the subject that the person saw. */
  version?: number | string | null | undefined;
}

export async function answerTask(scope: Scope, id: string, input: NewAnswer): Promise<TaskDetails> {
  return scope.write(async (tx) => {
    const { actor, clock } = scope;
    const task = await lockTaskFor(tx, actor, id, canAnswer);
    assertOneAnswer(input);
    if (task.state !== 'waiting_for_user')
      throw conflict(`The task has no open question: it is ${task.state.replace('_', ' ')}.`);
    if (task.questionKind === 'approval') assertNotOwnRequest(actor, task);
    const { text, typed } = await resolveAnswer(tx, task, input);
    await recordAnswer(tx, actor, clock.now(), task, text, typed);
    return readTask(tx, actor, id);
  });
}

/** The program that asked cannot approve with the key of the person it works for; the person can, in a session. */
function assertNotOwnRequest({ userId, credential }: Actor, { claimedBy }: AgentTaskRow): void {
  if (claimedBy === userId && credential.kind === 'api-key')
    throw forbiddenBecause('The program that asks for approval cannot approve. Approve it in the web app.');
}

function assertOneAnswer({ answer, values, approve, reason }: NewAnswer): void {
  const given = [answer, values, approve].filter((one) => one !== undefined && one !== null);
  if (given.length === 0)
    throw invalid({ answer: ['Answer is required: give answer, values of the form, or approve'] });
  if (given.length > 1) throw invalid({ answer: ['Give only one of answer, values and approve'] });
  if (reason && typeof approve !== 'boolean') throw invalid({ reason: ['A reason belongs to approve'] });
}

/** The typed answer, as the task shows it. */
export type TypedAnswer =
  | { text: string }
  | { values: FormValues }
  | { approve: boolean; reason?: string; version?: number | string };

async function resolveAnswer(
  tx: Tx,
  task: AgentTaskRow,
  { answer, values, approve, reason, version }: NewAnswer,
): Promise<{ text: string; typed: TypedAnswer }> {
  if (task.questionKind === 'approval') {
    if (typeof approve !== 'boolean')
      throw invalid({ approve: ['The agent asks for approval: send approve true or false, and a reason'] });
    const subject = task.questionSubject && (JSON.parse(task.questionSubject) as Subject);
    const decided = subject ? await assertSameVersion(tx, subject, version ?? undefined) : undefined;
    return {
      text: `${approve ? 'Approved' : 'Rejected'}${reason ? `: ${reason}` : ''}`,
      typed: {
        approve,
        ...(reason && { reason: withoutControls(reason) }),
        ...(decided !== undefined && { version: decided }),
      },
    };
  }
  if (typeof approve === 'boolean')
    throw invalid({ approve: ['The agent asks a question, not for approval: send answer or values'] });
  const form = questionForm(task);
  if (!form) {
    if (!answer) throw invalid({ values: ['The question has no form: send answer'] });
    return { text: answer, typed: { text: withoutControls(answer) } };
  }
  const given = values ? parseValues(form, values) : valuesOfText(form, answer ?? '');
  if (!given) throw invalid({ answer: ['The question has a form: send values'] });
  return { text: describeValues(form, given), typed: { values: given } };
}

/** A control character takes six characters in JSON: with many of them the answer would not fit into its column. */
const withoutControls = (text: string) => text.toWellFormed().replace(/[^\P{Cc}\t\n\r]/gu, '');

const questionForm = ({ questionForm: json }: AgentTaskRow) =>
  json === null ? undefined : (JSON.parse(json) as QuestionForm);

/**
 * Answers by the text of a comment. It does not answer an approval, nor a form that has more than one field of text or
 * whose choices do not contain it: the question stays open.
 */
export async function answerByText(
  tx: Tx,
  by: NonNullable<TaskActor>,
  now: number,
  task: AgentTaskRow,
  text: string,
): Promise<void> {
  if (task.questionKind === 'approval') return;
  const form = questionForm(task);
  if (!form) return recordAnswer(tx, by, now, task, text, { text: withoutControls(text) });
  const values = valuesOfText(form, text);
  if (values) await recordAnswer(tx, by, now, task, describeValues(form, values), { values });
}

/** Queues the task again at its old position, with question and answer among its activities. */
async function recordAnswer(
  tx: Tx,
  by: NonNullable<TaskActor>,
  now: number,
  task: AgentTaskRow,
  text: string,
  typed: TypedAnswer,
): Promise<void> {
  await addActivity(tx, by, now, task, 'answer', text);
  await changeTaskState(tx, by, now, task, taskAnswered, {
    ...noQuestion,
    state: 'queued',
    answer: JSON.stringify(typed),
  });
}

export const assertMayAnswer = ({ db, actor }: Scope, id: string) =>
  getTaskFor(db.reads, actor, id, canAnswer);
