import type { ForWorker, Task } from '../task-client.ts';
import type { WorkFolder } from '../work-folder/open-work-folder.ts';

/** The first message of a session: how to work here, then everything that Docket knows about the task. */
export function firstPrompt(task: Task, { tree, state }: WorkFolder, context: string): string {
  return `${describePlace(tree, state.branch)}\n\n${describeAnswer(task, state.asked?.title)}${context}`;
}

function describePlace(tree: string, branch: string | undefined): string {
  if (branch === undefined)
    return `You work on a task of Docket, in the empty folder ${tree}. The task has no repository.`;
  return [
    `You work on a task of Docket, in the git worktree ${tree} on the branch ${branch}.`,
    'Commit your work on this branch when it is done; the runner pushes it. Do not switch branches and do not push anywhere else.',
    'Nobody watches this session. If you cannot go on without a decision, ask for it with your tools for questions, or end with a clear statement of what is missing.',
  ].join(' ');
}

/** The first message of a session that goes on. */
export function nextPrompt(task: Task, { state }: WorkFolder, isFollowUp: boolean, context: string): string {
  const answer = describeAnswer(task, state.asked?.title);
  if (isFollowUp) return `A new task for the same ticket follows.\n\n${answer}${context}`;
  return answer === ''
    ? 'The runner was restarted. Look at the state of the worktree and go on with the task.'
    : `${answer}Go on with the task.`;
}

function describeAnswer({ answer }: Task, title: string | undefined): string {
  if (!answer) return '';
  const about = title === undefined ? 'Your question' : `Your request "${title}"`;
  if (answer.approve !== undefined)
    return `${about} was ${answer.approve ? 'approved' : 'rejected'}${answer.reason ? `: ${answer.reason}` : ''}.\n\n`;
  if (answer.values) return `${about} was answered: ${JSON.stringify(answer.values)}\n\n`;
  return answer.text ? `${about} was answered: ${answer.text}\n\n` : '';
}

export const messagePrompt = (messages: ForWorker['messages']): string =>
  messages
    .map(({ from, text }) => `Message from ${from.name}:\n\n${text}`)
    .concat('Take this into account and go on with the task.')
    .join('\n\n');
