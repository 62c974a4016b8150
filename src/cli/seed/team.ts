import { insertAccount } from '../../auth/index.ts';
import { dayMs } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/index.ts';
import { conflict } from '../../platform/errors.ts';
import {
  findAnyProject,
  type ImportedMember,
  importProject,
  type ProjectRecord,
} from '../../projects/index.ts';
import { ticketImport } from '../../tickets/index.ts';
import type { User } from '../../users/index.ts';
import { insertWorkspace, saveWorkspaceMember } from '../../workspaces/index.ts';
import type { SeedPlan } from './plan.ts';
import { firstNames, labelNames, lastNames, projectNames } from './words.ts';

export interface SeededProject extends ProjectRecord {
  members: ImportedMember[];
  /** Members who may report tickets, be assigned and comment. */
  writers: ImportedMember[];
  cycles: ticketImport.Group[];
  milestones: ticketImport.Group[];
}

export interface SeededTeam {
  workspaceId: string;
  users: User[];
  labelIds: string[];
  projects: SeededProject[];
}

const cycleMs = 14 * dayMs;

/** Inserts what the tickets need: users, a workspace, labels, projects with their members and groups. */
export async function seedTeam(tx: Tx, plan: SeedPlan, passwordHash: string): Promise<SeededTeam> {
  const users: User[] = [];
  for (let i = 0; i < plan.users; i++) users.push(await seedUser(tx, plan, i, passwordHash));
  const workspaceId = await seedWorkspace(tx, plan, users);
  const labels = labelNames.map(([name, color]) => {
    const createdAt = plan.startsAt + 2 * dayMs;
    return { id: plan.makeId(createdAt), workspaceId, name, color, createdAt, updatedAt: createdAt };
  });
  await ticketImport.insertLabels(tx, labels);
  const projects: SeededProject[] = [];
  for (let i = 0; i < plan.projects; i++) projects.push(await seedProject(tx, plan, i, workspaceId, users));
  return { workspaceId, users, labelIds: labels.map(({ id }) => id), projects };
}

/** Each seed has its own mail domain, so that several seeds fit into one instance. */
export function seedEmail({ seed, nameOffset }: SeedPlan, index: number): string {
  const [first, last] = nameAt(nameOffset + index);
  const suffix = index < firstNames.length * lastNames.length ? '' : `.${index}`;
  return `${toAscii(first)}.${toAscii(last)}${suffix}@seed${seed}.example`;
}

async function seedUser(tx: Tx, plan: SeedPlan, index: number, passwordHash: string): Promise<User> {
  const name = nameAt(plan.nameOffset + index).join(' ');
  const isViewer = plan.users >= 5 && index === plan.users - 1;
  const account = { name, email: seedEmail(plan, index), ...(isViewer && { role: 'VIEWER' as const }) };
  return insertAccount(tx, plan.startsAt + index * 1000, account, passwordHash, plan.makeId);
}

async function seedWorkspace(tx: Tx, plan: SeedPlan, users: User[]): Promise<string> {
  const createdAt = plan.startsAt + dayMs;
  const [owner, ...others] = users as [User, ...User[]];
  const id = plan.makeId(createdAt);
  await insertWorkspace(tx, {
    ...{ id, name: 'Seed', kind: 'shared', ownerId: owner.id },
    ...{ createdAt, updatedAt: createdAt },
  });
  for (const [index, { id: userId }] of others.entries()) {
    await saveWorkspaceMember(tx, {
      workspaceId: id,
      userId,
      role: index === 0 ? 'admin' : 'member',
      now: createdAt,
    });
  }
  return id;
}

async function seedProject(
  tx: Tx,
  plan: SeedPlan,
  index: number,
  workspaceId: string,
  users: User[],
): Promise<SeededProject> {
  const [baseKey, baseName, description] = projectNames[index % projectNames.length] as [
    string,
    string,
    string,
  ];
  const round = Math.floor(index / projectNames.length) + 1;
  const at = Math.floor(plan.startsAt + (3 + (2 * index) / plan.projects) * dayMs);
  const members = chooseMembers(plan, index, users, at);
  const project: ProjectRecord = {
    id: plan.makeId(at),
    workspaceId,
    ownerId: (members[0] as ImportedMember).id,
    name: round === 1 ? baseName : `${baseName} ${round}`,
    description,
    key: `${plan.seed === 1 ? '' : `S${plan.seed}`}${baseKey}${round === 1 ? '' : round}`,
    status: 'active',
    estimateUnit: 'none',
    visibility: index === 1 || index === 4 ? 'public' : 'private',
    version: 1,
    createdAt: at,
    updatedAt: at,
  };
  await assertKeyIsFree(tx, plan, project.key);
  await importProject(tx, project, members, plan.makeId);
  const cycles = planCycles(plan, project);
  const milestones = planMilestones(plan, project);
  await ticketImport.insertGroups(tx, [...cycles, ...milestones]);
  const writers = members.filter(({ role }) => role !== 'viewer');
  return { ...project, members, writers, cycles, milestones };
}

/** Refuses instead of choosing another key: the same seed must make the same data. */
async function assertKeyIsFree(tx: Tx, { seed }: SeedPlan, key: string): Promise<void> {
  if (!(await findAnyProject(tx, key))) return;
  throw conflict(
    `The project key ${key} is already taken. Nothing was changed. Use --seed ${seed + 1} to get other keys`,
  );
}

/**
 * The first user is in every project, so that one account sees everything. The next four get one role each, so that
 * each role exists in every project; most others are plain members.
 */
function chooseMembers({ random }: SeedPlan, index: number, users: User[], at: number): ImportedMember[] {
  const [first, ...others] = users as [User, ...User[]];
  const active = others.filter(({ role }) => role !== 'VIEWER');
  const viewers = others.filter(({ role }) => role === 'VIEWER');
  const start = active.length > 0 ? index % active.length : 0;
  const rotated = [...active.slice(start), ...active.slice(0, start)];
  const chosen = rotated.filter((_, i) => i < 4 || (i < 40 && random.chance(0.6)));
  const roles = ['admin', 'member', 'viewer', 'owner'] as const;
  const team = chosen.map((user, i) => ({
    user,
    role: roles[i] ?? random.weigh({ admin: 1, member: 8, viewer: 1 }),
  }));
  return [
    { user: first, role: 'owner' as const },
    ...team,
    ...viewers.map((user) => ({ user, role: 'viewer' as const })),
  ].map(({ user, role }, i) => ({ id: user.id, name: user.name, role, joinedAt: at + i * 1000 }));
}

function planCycles(
  { startsAt, endsAt, makeId }: SeedPlan,
  { id, createdAt }: ProjectRecord,
): ticketImport.Group[] {
  const count = Math.ceil((endsAt - startsAt) / cycleMs);
  return Array.from({ length: count }, (_, i) => ({
    id: makeId(createdAt),
    projectId: id,
    name: `Cycle ${i + 1}`,
    kind: 'cycle',
    description: null,
    startsAt: startsAt + i * cycleMs,
    endsAt: startsAt + (i + 1) * cycleMs - 1,
    createdAt,
    updatedAt: createdAt,
  }));
}

function planMilestones(
  { endsAt, makeId }: SeedPlan,
  { id, createdAt }: ProjectRecord,
): ticketImport.Group[] {
  return ['1.0', '2.0 – Überarbeitung'].map((name, i) => ({
    id: makeId(createdAt),
    projectId: id,
    name,
    kind: 'milestone',
    description: null,
    startsAt: null,
    endsAt: endsAt + (i * 180 - 60) * dayMs,
    createdAt,
    updatedAt: createdAt,
  }));
}

/** The lengths of the lists have no common divisor, so every pair is used once before one repeats. */
const nameAt = (index: number): [string, string] => [
  firstNames[index % firstNames.length] as string,
  lastNames[index % lastNames.length] as string,
];

const asciiLetters: Record<string, string> = { ł: 'l', ø: 'o', æ: 'ae', ß: 'ss', ı: 'i' };

const toAscii = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[łøæßı]/g, (letter) => asciiLetters[letter] as string)
    .replace(/[^a-z]/g, '');
