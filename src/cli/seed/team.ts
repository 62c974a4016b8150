import { insertAccount } from '../../auth/index.ts';
import { dayMs } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/index.ts';
import { conflict } from '../../platform/errors.ts';
import { findProject, type ImportedMember, importProject, type ProjectNoun } from '../../projects/index.ts';
import { ticketImport } from '../../tickets/index.ts';
import type { User } from '../../users/index.ts';
import { insertWorkspace, insertWorkspaceMember } from '../../workspaces/index.ts';
import type { SeedPlan } from './plan.ts';
import { firstNames, labelNames, lastNames, projectNames } from './words.ts';

export interface SeededProject extends ProjectNoun {
  members: ImportedMember[];
  /** Those who may report, be assigned and comment. */
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

/** Everything the tickets need: people, a workspace, labels, projects with their members and groups. */
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

/** People of another seed live under another domain, so that several seeds fit into one instance. */
export function emailOf({ seed, nameOffset }: SeedPlan, index: number): string {
  const [first, last] = nameAt(nameOffset + index);
  const twin = index < firstNames.length * lastNames.length ? '' : `.${index}`;
  return `${asciiOf(first)}.${asciiOf(last)}${twin}@seed${seed}.example`;
}

async function seedUser(tx: Tx, plan: SeedPlan, index: number, passwordHash: string): Promise<User> {
  const name = nameAt(plan.nameOffset + index).join(' ');
  // The last of a larger team looks on without taking part.
  const isOnlooker = plan.users >= 5 && index === plan.users - 1;
  const account = { name, email: emailOf(plan, index), ...(isOnlooker && { role: 'VIEWER' as const }) };
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
    await insertWorkspaceMember(tx, id, userId, index === 0 ? 'admin' : 'member', createdAt);
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
  const project: ProjectNoun = {
    id: plan.makeId(at),
    workspaceId,
    ownerId: (members[0] as ImportedMember).id,
    name: round === 1 ? baseName : `${baseName} ${round}`,
    description,
    key: `${plan.seed === 1 ? '' : `S${plan.seed}`}${baseKey}${round === 1 ? '' : round}`,
    status: 'active',
    visibility: index === 1 || index === 4 ? 'public' : 'private',
    version: 1,
    createdAt: at,
    updatedAt: at,
  };
  await refuseTakenKey(tx, plan, project.key);
  await importProject(tx, project, members, plan.makeId);
  const cycles = cyclesOf(plan, project);
  const milestones = milestonesOf(plan, project);
  await ticketImport.insertGroups(tx, [...cycles, ...milestones]);
  const writers = members.filter(({ role }) => role !== 'viewer');
  return { ...project, members, writers, cycles, milestones };
}

/** Another key would do, but then the same seed would not make the same data. */
async function refuseTakenKey(tx: Tx, { seed }: SeedPlan, key: string): Promise<void> {
  if (!(await findProject(tx, key, ''))) return;
  throw conflict(
    `The project key ${key} is taken in this database. Nothing was changed. --seed ${seed + 1} uses others`,
  );
}

/**
 * The first seeded person is in every project, so that one account sees everything. The roles go round, so that
 * each of them exists as soon as there are people enough; the rest are mostly plain members.
 */
function chooseMembers({ dice }: SeedPlan, index: number, users: User[], at: number): ImportedMember[] {
  const [first, ...others] = users as [User, ...User[]];
  const active = others.filter(({ role }) => role !== 'VIEWER');
  const onlookers = others.filter(({ role }) => role === 'VIEWER');
  const start = active.length > 0 ? index % active.length : 0;
  const rotated = [...active.slice(start), ...active.slice(0, start)];
  const chosen = rotated.filter((_, place) => place < 4 || (place < 40 && dice.chance(0.6)));
  const roles = ['admin', 'member', 'viewer', 'owner'] as const;
  const team = chosen.map((user, place) => ({
    user,
    role: roles[place] ?? dice.weigh({ admin: 1, member: 8, viewer: 1 }),
  }));
  return [
    { user: first, role: 'owner' as const },
    ...team,
    ...onlookers.map((user) => ({ user, role: 'viewer' as const })),
  ].map(({ user, role }, place) => ({ id: user.id, name: user.name, role, joinedAt: at + place * 1000 }));
}

function cyclesOf(
  { startsAt, endsAt, makeId }: SeedPlan,
  { id, createdAt }: ProjectNoun,
): ticketImport.Group[] {
  const count = Math.ceil((endsAt - startsAt) / cycleMs);
  return Array.from({ length: count }, (_, i) => ({
    id: makeId(createdAt),
    projectId: id,
    name: `Cycle ${i + 1}`,
    kind: 'cycle',
    startsAt: startsAt + i * cycleMs,
    endsAt: startsAt + (i + 1) * cycleMs - 1,
    createdAt,
    updatedAt: createdAt,
  }));
}

function milestonesOf({ endsAt, makeId }: SeedPlan, { id, createdAt }: ProjectNoun): ticketImport.Group[] {
  return ['1.0', '2.0 – Überarbeitung'].map((name, i) => ({
    id: makeId(createdAt),
    projectId: id,
    name,
    kind: 'milestone',
    startsAt: null,
    endsAt: endsAt + (i * 180 - 60) * dayMs,
    createdAt,
    updatedAt: createdAt,
  }));
}

/** Steps through both lists at once; as their lengths share no divisor, a pair comes back only after all others. */
const nameAt = (index: number): [string, string] => [
  firstNames[index % firstNames.length] as string,
  lastNames[index % lastNames.length] as string,
];

const asciiLetters: Record<string, string> = { ł: 'l', ø: 'o', æ: 'ae', ß: 'ss', ı: 'i' };

const asciiOf = (name: string) =>
  name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[łøæßı]/g, (letter) => asciiLetters[letter] as string)
    .replace(/[^a-z]/g, '');
