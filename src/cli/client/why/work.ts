/** A ticket with what was done for it, as a server, an archive or a mirror knows it. */
export interface TicketWork {
  id: string;
  key?: string | undefined;
  title: string;
  status: string;
  /** The first version that contains it. */
  shippedIn?: string | undefined;
  /** Undefined if the source does not have them. */
  links: WorkLink[] | undefined;
  tasks: TaskWork[] | undefined;
  /** Who moved the ticket from one status to another, newest first. */
  moves: Move[] | undefined;
}

/** A commit, branch or pull request that Docket has linked to the ticket. */
export interface WorkLink {
  kind: string;
  repository: string;
  reference: string;
  state?: string | undefined;
  url?: string | undefined;
}

export interface TaskWork {
  id: string;
  title: string;
  state: string;
  agent: string | undefined;
  branch: string | undefined;
  files: string[];
  /** Titles and addresses of what the task made. */
  artifacts: { type: string; title: string; url?: string | undefined }[];
  questions: Decision[];
}

/** A question of an agent with its answer. */
export interface Decision {
  question: string;
  askedAt: string;
  answer?: string | undefined;
  answeredBy?: string | undefined;
  answeredAt?: string | undefined;
}

export interface Move {
  from: string;
  to: string;
  by: string | undefined;
  at: string;
}

/** What commits name. */
export interface Hints {
  /** Keys or ids of tickets. */
  tickets: string[];
  tasks: string[];
  commits: string[];
  pullRequests: string[];
  /** `owner/name` of the remotes of the clone: numbers of pull requests are those of a repository. */
  repositories: string[];
}

/** Tickets by what named them: the upper-case key or id, the id of a task, the hash of a commit, the number of a pull request. */
export interface FoundWork {
  tickets: Map<string, TicketWork>;
  tasks: Map<string, TicketWork>;
  commits: Map<string, TicketWork>;
  pullRequests: Map<string, TicketWork>;
}

export interface WorkSource {
  /** For the sentence that says where a ticket is missing: `in the archive app.tar`. */
  where: string;
  find(hints: Hints): Promise<FoundWork>;
}

export const newFoundWork = (): FoundWork => ({
  tickets: new Map(),
  tasks: new Map(),
  commits: new Map(),
  pullRequests: new Map(),
});

/** An activity of a task; questions and answers alternate. */
interface Report {
  type: string;
  content: string;
  createdAt: string;
  author: string | undefined;
}

/** Pairs each question with the answer that follows it. */
export function pairQuestions(reports: readonly Report[]): Decision[] {
  const decisions: Decision[] = [];
  for (const { type, content, createdAt, author } of reports) {
    const last = decisions.at(-1);
    if (type === 'question') decisions.push({ question: content, askedAt: createdAt });
    else if (type === 'answer' && last && last.answer === undefined)
      Object.assign(last, { answer: content, answeredBy: author, answeredAt: createdAt });
  }
  return decisions;
}
