import { dayMs } from '../platform/clock.ts';
import type { Database, Tx } from '../platform/db/index.ts';
import { addMember, createProject, findAnyProject } from '../projects/index.ts';
import { addRelation, createGroup, createLabel, type RelationKind } from '../tickets/index.ts';
import type { Actor } from '../users/index.ts';
import { addWorkspaceMember, createWorkspace } from '../workspaces/index.ts';
import { type Cast, castDemo } from './cast.ts';
import type { Demo } from './demo-store.ts';
import type { Role } from './demo-story.ts';
import { doneTickets } from './harbor/done-tickets.ts';
import { openTickets } from './harbor/open-tickets.ts';
import { relations, tasks } from './harbor/tasks.ts';
import { agents, cycles, labels, list, milestone, people, project } from './harbor/team.ts';
import { taskMoments } from './play-tasks.ts';
import { type Stage, ticketMoments } from './play-tickets.ts';
import { type Moment, newTimeline } from './timeline.ts';

const beganDaysAgo = 62;

/**
 * Plays eight weeks of a team through the use cases, each at its time in the past, so that history, statistics,
 * watchers and permissions are those of a real project.
 */
export async function playStory(tx: Tx, db: Database, you: Actor, now: number): Promise<Demo> {
  const beganAt = now - beganDaysAgo * dayMs;
  const cast = await castDemo(tx, db, you, beganAt);
  const { workspaceId, stage } = await setStage(cast, beganAt, now);
  const timeline = newTimeline(now);
  const tickets = [...openTickets, ...doneTickets];
  const moments: Moment[] = [
    ...tickets.flatMap((ticket) => ticketMoments(ticket, cast, stage, timeline, now)),
    ...tasks.flatMap((task) => taskMoments(task, cast, stage, timeline)),
    ...relations.map(([from, kind, to, daysAgo]) => ({
      at: Math.max(
        timeline.timeAt(daysAgo),
        ...[from, to].map((name) => (stage.createdAt.get(name) ?? 0) + 1),
      ),
      play: (at: number) => relate(cast, stage, from, kind, to, at),
    })),
  ];
  moments.sort((a, b) => a.at - b.at);
  for (const { at, play } of moments) await play(at);
  const listUserIds = (roles: object) => Object.keys(roles).map((role) => cast.actors[role as Role].userId);
  return {
    workspaceId,
    projectId: stage.projectId,
    userIds: listUserIds(people),
    agentIds: listUserIds(agents),
    createdAt: now,
  };
}

async function setStage(cast: Cast, at: number, now: number): Promise<{ workspaceId: string; stage: Stage }> {
  const you = cast.scopeOf('you', at);
  const workspace = await createWorkspace(you, project.name);
  for (const role of Object.keys(people) as Role[])
    await addWorkspaceMember(you, workspace.id, cast.actors[role].userId, 'member');
  const { key, ...fields } = project;
  const { id: projectId } = await createProject(you, {
    ...fields,
    workspaceId: workspace.id,
    // Without a key the project gets a free one.
    ...(!(await findAnyProject(you.db.reads, key)) && { key }),
  });
  for (const [role, { role: projectRole }] of Object.entries(people))
    await addMember(you, projectId, cast.actors[role as Role].userId, projectRole);
  for (const role of Object.keys(agents) as Role[])
    await addMember(you, projectId, cast.actors[role].userId, 'member');

  const labelIds = new Map<string, string>();
  for (const [name, color] of labels) {
    const { id } = await createLabel(you, { name, color, workspaceId: workspace.id });
    labelIds.set(name, id);
  }
  const groupIds = new Map<string | number, string>();
  const startOfToday = now - (now % dayMs);
  for (const [index, { name, from, to }] of cycles.entries()) {
    const { id } = await createGroup(you, {
      name,
      projectId,
      kind: 'cycle',
      startsAt: startOfToday + from * dayMs,
      endsAt: startOfToday + (to + 1) * dayMs - 1,
    });
    groupIds.set(index, id);
  }
  const season = { kind: 'milestone', endsAt: startOfToday + milestone.to * dayMs } as const;
  groupIds.set(milestone.name, (await createGroup(you, { name: milestone.name, projectId, ...season })).id);
  groupIds.set(list.name, (await createGroup(you, { name: list.name, projectId, kind: 'list' })).id);
  return {
    workspaceId: workspace.id,
    stage: { projectId, labelIds, groupIds, ticketIds: new Map(), createdAt: new Map() },
  };
}

const relate = (cast: Cast, { ticketIds }: Stage, from: string, kind: RelationKind, to: string, at: number) =>
  addRelation(cast.scopeOf('mara', at), ticketIds.get(from) as string, kind, ticketIds.get(to) as string);
