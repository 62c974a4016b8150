import { dayMs, hourMs } from '../../platform/clock.ts';
import type { ImportedMember } from '../../projects/index.ts';
import type { Ticket, ticketImport } from '../../tickets/index.ts';
import type { SeedPlan } from './plan.ts';
import type { SeededProject, SeededTeam } from './team.ts';
import { writeComment, writeDescription, writeTitle } from './texts.ts';

const types = { TASK: 40, BUG: 28, FEATURE: 15, IMPROVEMENT: 14, EPIC: 3 };
const priorities = { lowest: 5, low: 20, medium: 45, high: 22, highest: 8 };
/** Weights: most old tickets are done, most recent ones are not. */
const oldStatuses = { backlog: 14, todo: 6, in_progress: 4, in_review: 2, done: 67, cancelled: 7 };
const recentStatuses = { backlog: 30, todo: 20, in_progress: 18, in_review: 10, done: 20, cancelled: 2 };
const recentMs = 30 * dayMs;
const stages: Record<Ticket['status'], Partial<Record<Ticket['stage'], number>>> = {
  backlog: { PLANNING: 1 },
  todo: { PLANNING: 9, DEVELOPMENT: 1 },
  in_progress: { DEVELOPMENT: 9, TESTING: 1 },
  in_review: { DEVELOPMENT: 3, TESTING: 7 },
  done: { COMPLETED: 8, DEPLOYMENT: 2 },
  cancelled: { PLANNING: 7, DEVELOPMENT: 3 },
};
/** Probability of an assignee. */
const assigneeProbability = {
  backlog: 0.3,
  todo: 0.7,
  in_progress: 1,
  in_review: 1,
  done: 0.97,
  cancelled: 0.5,
};
const commentCounts = { 0: 48, 1: 26, 2: 13, 3: 7, 4: 3, 5: 2, 8: 1 };
const labelCounts = { 0: 40, 1: 35, 2: 18, 3: 7 };

/** The tickets in the order of their creation, spread evenly over the year. */
export function* generateTickets(plan: SeedPlan, team: SeededTeam): Generator<ticketImport.ImportedTicket> {
  const firstAt = plan.startsAt + 7 * dayMs;
  const stepMs = (plan.endsAt - firstAt) / plan.tickets;
  const epics = new Map<string, string>();
  for (let i = 0; i < plan.tickets; i++) {
    // The exponent gives the first projects more tickets.
    const project = team.projects[Math.floor(plan.random.fraction() ** 1.5 * team.projects.length)];
    const createdAt = Math.floor(firstAt + (i + plan.random.fraction()) * stepMs);
    const ticket = generateTicket(plan, team, project as SeededProject, createdAt, epics);
    if (ticket.type === 'EPIC') epics.set(ticket.homeId, ticket.id);
    yield ticket;
  }
}

function generateTicket(
  plan: SeedPlan,
  { labelIds }: SeededTeam,
  project: SeededProject,
  createdAt: number,
  epics: Map<string, string>,
): ticketImport.ImportedTicket {
  const { random, endsAt } = plan;
  const { id: projectId, name: projectName, key: projectKey, workspaceId, writers } = project;
  const type = random.weigh(types);
  const status = random.weigh(endsAt - createdAt < recentMs ? recentStatuses : oldStatuses);
  const reporter = random.pick(writers);
  const changedAt = status === 'backlog' ? createdAt : randomTimeAfter(plan, createdAt, createdAt);
  const completedAt = status === 'done' ? changedAt : null;
  const comments = generateComments(plan, writers, createdAt);
  const groups = random.chance(0.8) ? project.cycles : project.milestones;
  return {
    id: plan.makeId(createdAt),
    homeId: projectId,
    home: { homeId: projectId, projectId, projectName, projectKey, workspaceId },
    projectId,
    title: writeTitle(random, type),
    description: writeDescription(random, type),
    type,
    status,
    priority: random.weigh(priorities),
    stage: random.weigh(stages[status]),
    assigneeId: random.chance(assigneeProbability[status]) ? random.pick(writers).id : null,
    reporterId: reporter.id,
    reporterName: reporter.name,
    ...placeIn(
      project,
      groups,
      isScheduled(status) && random.chance(0.7) ? groupAt(groups, changedAt) : null,
    ),
    parentId: type !== 'EPIC' && random.chance(0.2) ? (epics.get(projectId) ?? null) : null,
    dueDate: random.chance(0.25) ? endOfDay(createdAt + (3 + random.below(60)) * dayMs) : null,
    completedAt,
    version: status === 'backlog' ? 1 : 2,
    createdAt,
    updatedAt: Math.max(changedAt, ...comments.map((comment) => comment.createdAt)),
    labelIds: pickSome(plan, labelIds, Number(random.weigh(labelCounts))),
    comments,
  };
}

function generateComments(plan: SeedPlan, writers: ImportedMember[], createdAt: number) {
  const count = Number(plan.random.weigh(commentCounts));
  let at = createdAt;
  return Array.from({ length: count }, () => {
    at = randomTimeAfter(plan, at, createdAt);
    const { id: authorId } = plan.random.pick(writers);
    return { id: plan.makeId(at), authorId, content: writeComment(plan.random), createdAt: at };
  });
}

/** A time after `at`, mostly within days, sometimes within weeks, never after the seeded year. */
function randomTimeAfter({ random, endsAt }: SeedPlan, at: number, createdAt: number): number {
  const time = at + hourMs + Math.floor(random.fraction() ** 3 * 40 * dayMs);
  if (time < endsAt) return time;
  const left = Math.max(1, endsAt - Math.max(at, createdAt));
  return at + Math.max(1, Math.floor(random.fraction() * left * 0.5));
}

const isScheduled = (status: Ticket['status']) => status !== 'backlog' && status !== 'cancelled';

const placeIn = ({ milestones }: SeededProject, groups: SeededProject['cycles'], groupId: string | null) => ({
  groupId,
  milestoneId: groups === milestones ? groupId : null,
});

const groupAt = (groups: SeededProject['cycles'], at: number) =>
  groups.find(({ endsAt }) => endsAt === null || endsAt >= at)?.id ?? null;

function pickSome({ random }: SeedPlan, list: string[], count: number): string[] {
  const chosen = new Set<string>();
  while (chosen.size < count) chosen.add(random.pick(list));
  return [...chosen];
}

const endOfDay = (at: number) => at - (at % dayMs) + dayMs - 1;
