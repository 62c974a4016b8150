import type { Blame, Range } from './blame.ts';
import type { Commit } from './commits.ts';
import type { Decision, FoundWork, TaskWork, TicketWork } from './work.ts';

/** Why a commit was made: what is known, and sentences about what is not. */
export interface Explanation {
  sha: string;
  subject: string;
  author: { name: string; email: string };
  authoredAt: string;
  ticket: {
    id: string;
    key?: string | undefined;
    title: string;
    status: string;
    /** The first version that contains it; absent if none does or the source does not know. */
    shippedIn?: string | undefined;
  } | null;
  /** How the commit leads to the ticket. */
  basis: 'trailer' | 'message' | 'merge' | 'link' | null;
  /** Whether Docket itself recorded that the commit belongs to the ticket. A message alone is a claim. */
  confirmed: boolean;
  /** The answered question that came last before the commit. */
  decision: Decision | null;
  decisions: Decision[];
  task: { id: string; title: string; state: string; branch: string | null } | null;
  agent: string | null;
  reviewers: Reviewer[];
  unknown: string[];
}

export interface Reviewer {
  name: string;
  at: string | null;
  /** `ticket`: moved the ticket from in_review to done. `trailer`: the commit says so, which nobody checked. */
  by: 'ticket' | 'trailer';
}

/** Explains one commit of a file by what its message names, compared with what Docket knows. */
export function explainCommit(
  commit: Commit,
  file: string,
  work: FoundWork,
  where: string,
  isShallowEnd: boolean,
): Explanation {
  const { sha, subject, author, authoredAt } = commit;
  const unknown: string[] = [];
  const nothing = { ticket: null, basis: null, confirmed: false, decision: null, decisions: [] };
  const head = { sha, subject, author, authoredAt };
  const fromTrailers = commit.reviewedBy.map((name): Reviewer => ({ name, at: null, by: 'trailer' }));
  if (isShallowEnd) {
    unknown.push(
      'The clone is shallow and ends at this commit: an older one may have written the lines. Run git fetch --unshallow.',
    );
    return { ...head, ...nothing, task: null, agent: null, reviewers: [], unknown };
  }
  const found = findTicket(commit, work);
  if (!found) {
    unknown.push(describeMissing(commit, where));
    return { ...head, ...nothing, task: null, agent: null, reviewers: fromTrailers, unknown };
  }
  const { ticket, basis } = found;
  const name = ticket.key ?? ticket.id;
  const task = findTask(commit, file, ticket, unknown);
  const confirmed = isConfirmed(commit, ticket, task);
  if (!confirmed) unknown.push(describeUnconfirmed(ticket, where, task?.files.includes(file) ?? false));
  const decisions = (task ? [task] : (ticket.tasks ?? [])).flatMap(({ questions }) => questions);
  const answered = decisions.filter(({ answer }) => answer !== undefined);
  const decision =
    answered.findLast(({ answeredAt }) => isBefore(answeredAt, authoredAt)) ?? answered[0] ?? null;
  if (!decision && ticket.tasks)
    unknown.push(
      decisions.length > 0 ? 'No question of the agent was answered.' : 'No question was asked about it.',
    );
  const reviewers = [...listReviewers(ticket), ...fromTrailers];
  if (reviewers.length === 0)
    unknown.push(
      ticket.moves
        ? `Nobody moved ${name} from in review to done, so no reviewer is known.`
        : 'No reviewer is known.',
    );
  return {
    ...head,
    ticket: {
      ...{ id: ticket.id, key: ticket.key, title: ticket.title, status: ticket.status },
      ...(ticket.shippedIn && { shippedIn: ticket.shippedIn }),
    },
    ...{ basis, confirmed, decision, decisions },
    task: task ? { id: task.id, title: task.title, state: task.state, branch: task.branch ?? null } : null,
    agent: task?.agent ?? null,
    ...{ reviewers, unknown },
  };
}

type Found = { ticket: TicketWork; basis: NonNullable<Explanation['basis']> };

/** What Docket has linked counts more than what the message says. */
function findTicket(commit: Commit, work: FoundWork): Found | undefined {
  const linked = work.commits.get(commit.sha);
  const named = (refs: readonly string[]) =>
    refs.map((ref) => work.tickets.get(ref.toUpperCase())).find((ticket) => ticket !== undefined);
  const tasked = commit.tasks.map((id) => work.tasks.get(id)).find((ticket) => ticket !== undefined);
  const { merge } = commit;
  const pulled = [...commit.pullRequests, ...(merge?.pullRequests ?? [])]
    .map((number) => work.pullRequests.get(number))
    .find((ticket) => ticket !== undefined);
  const candidates: [TicketWork | undefined, Found['basis']][] = [
    [linked, 'link'],
    [named(commit.tickets), 'trailer'],
    [tasked, 'trailer'],
    [named(commit.keys), 'message'],
    [pulled, 'link'],
    [merge && named([...merge.tickets, ...merge.keys]), 'merge'],
  ];
  const [ticket, basis] = candidates.find(([one]) => one !== undefined) ?? [];
  return ticket && basis ? { ticket, basis } : undefined;
}

function describeMissing({ tickets, tasks, keys }: Commit, where: string): string {
  const upper = keys.filter((key) => /^[A-Z]/.test(key));
  const named = [...new Set([...tickets, ...tasks.map((id) => `the task ${id}`), ...upper])];
  return named.length === 0
    ? 'No ticket is named in this commit.'
    : `The commit names ${named.slice(0, 5).join(', ')}, but there is no such ticket ${where} that you may read.`;
}

/** A trailer is only a hint: its task must be one of the ticket. */
function findTask(
  { sha, tasks: claimed }: Commit,
  file: string,
  { key, id, tasks }: TicketWork,
  unknown: string[],
): TaskWork | undefined {
  const name = key ?? id;
  if (tasks === undefined) {
    unknown.push('The tasks of agents are not known here.');
    return undefined;
  }
  const byTrailer = tasks.find((task) => claimed.includes(task.id));
  if (byTrailer) return byTrailer;
  if (claimed[0] !== undefined)
    unknown.push(`Its trailer names the task ${claimed[0]}, which is not a task of ${name}.`);
  const makers = tasks.filter((task) => hasMade(task, sha));
  const touching = tasks.filter(({ files }) => files.includes(file));
  const [only, second] = makers.length > 0 ? makers : touching;
  if (only && !second) return only;
  if (tasks.length === 0) unknown.push(`${name} has no task of an agent.`);
  else
    unknown.push(
      `${name} has ${tasks.length === 1 ? 'a task of an agent' : `${tasks.length} tasks of agents`}; whether one of them made this commit is not known.`,
    );
  return undefined;
}

/** An artifact with at least seven digits of the hash. */
const hasMade = ({ artifacts }: TaskWork, sha: string) =>
  artifacts.some(
    ({ type, title, url = '' }) =>
      type === 'commit' &&
      [title, url].some((text) => text.match(/\b[0-9a-f]{7,64}\b/g)?.some((hash) => sha.startsWith(hash))),
  );

function isConfirmed(commit: Commit, { links = [] }: TicketWork, task: TaskWork | undefined): boolean {
  const merged = [...commit.pullRequests, ...(commit.merge?.pullRequests ?? [])];
  return (
    links.some(({ kind, reference }) => kind === 'commit' && reference === commit.sha) ||
    links.some(
      ({ kind, reference, state }) =>
        kind === 'pull_request' && state === 'merged' && merged.includes(reference),
    ) ||
    (task !== undefined && hasMade(task, commit.sha))
  );
}

function describeUnconfirmed({ key, id, links }: TicketWork, where: string, hasTouched: boolean): string {
  const name = key ?? id;
  if (hasTouched)
    return `Docket has not linked this commit to ${name}, but knows that the task changed this file.`;
  return links === undefined
    ? `Whether Docket linked the commit to ${name} is not known ${where}.`
    : `Docket has not linked this commit to ${name}: only its message says so, and anybody can write one.`;
}

const isBefore = (at: string | undefined, commitAt: string) =>
  at !== undefined && Date.parse(at) <= Date.parse(commitAt);

function listReviewers({ moves = [] }: TicketWork): Reviewer[] {
  const move = moves.find(({ from, to, by }) => from === 'in_review' && to === 'done' && by !== undefined);
  return move ? [{ name: move.by as string, at: move.at, by: 'ticket' }] : [];
}

/** The answer of the command. */
export interface Answer {
  file: string;
  ranges: Range[];
  commits: Explanation[];
  unknown: string[];
}

export const explainFile = (
  file: string,
  { ranges, hasSearchedCopies }: Blame,
  commits: Explanation[],
): Answer => ({
  file,
  ranges,
  commits,
  unknown: hasSearchedCopies
    ? []
    : ['Lines that came from other files are not followed: the search took longer than 10 s.'],
});
