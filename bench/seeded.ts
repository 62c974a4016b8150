import { openSession, sessionCookieName } from '../src/auth/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import { type Database, statement } from '../src/platform/db/index.ts';
import type { InstanceRole, Scope } from '../src/users/index.ts';

/** The seeded data from which the rows build their requests. */
export interface Seeded {
  /** The scope of a user who sees every project. */
  scope: Scope;
  cookie: string;
  ticketIds: string[];
  projects: { id: string; key: string }[];
  /** The key of the project with the most tickets. */
  largestProject: string;
  rareWord: string;
  commonWord: string;
  /** The ten most common words of titles. */
  commonWords: string[];
}

interface PersonRow {
  userId: string;
  name: string;
  email: string;
  role: InstanceRole;
}

const userWithMostProjects = statement<object, PersonRow>(`
  select u.id as "userId", u.name, u.email, u.role
  from users u join project_members m on m.user_id = u.id
  where u.active = 1 and u.role <> 'VIEWER' and m.role <> 'viewer'
  group by u.id, u.name, u.email, u.role order by count(*) desc, u.id limit 1`);
const projectsOf = statement<{ userId: string }, { id: string; key: string }>(`
  select p.id, p.key from project_members m join projects p on p.id = m.project_id
  where m.user_id = :userId and m.role <> 'viewer' and p.status = 'active' order by p.id`);
const largestProjectOf = statement<{ userId: string }, { key: string }>(`
  select p.key from project_members m join projects p on p.id = m.project_id join tickets t on t.project_id = p.id
  where m.user_id = :userId and m.role <> 'viewer' and p.status = 'active'
  group by p.key order by count(*) desc, p.key limit 1`);
const someTickets = statement<{ userId: string; limit: number }, { id: string; title: string }>(`
  select t.id, t.title_folded as title
  from tickets t join project_members m on m.project_id = t.project_id and m.user_id = :userId
  join projects p on p.id = t.project_id and p.status = 'active'
  where t.deleted_at is null and m.role <> 'viewer' order by random() limit :limit`);
const sampleSize = 10_000;

export async function readSeeded(db: Database): Promise<Seeded> {
  const person = await db.reads.find(userWithMostProjects, {});
  if (!person) throw new Error('The seed created no user who may write in a project.');
  const tickets = await db.reads.list(someTickets, { userId: person.userId, limit: sampleSize });
  const session = await db.transaction((tx) =>
    openSession(tx, person.userId, { address: null, userAgent: 'bench' }, systemClock.now()),
  );
  return {
    scope: {
      actor: { ...person, credential: { kind: 'session', id: session.id } },
      db,
      clock: systemClock,
      acceptedVersions: undefined,
      write: (work) => db.transaction(work),
    },
    cookie: `${sessionCookieName({ prefix: 'docket', secure: false })}=${session.token}`,
    ticketIds: tickets.map((ticket) => ticket.id),
    projects: await db.reads.list(projectsOf, { userId: person.userId }),
    largestProject: (await db.reads.find(largestProjectOf, { userId: person.userId }))?.key ?? '',
    ...chooseWords(tickets.map((ticket) => ticket.title)),
  };
}

function chooseWords(titles: string[]) {
  const uses = new Map<string, number>();
  for (const word of titles.flatMap((title) => title.match(/\p{L}{4,}/gu) ?? [])) {
    uses.set(word, (uses.get(word) ?? 0) + 1);
  }
  const byUse = [...uses.keys()].sort((a, b) => (uses.get(a) ?? 0) - (uses.get(b) ?? 0));
  const commonWords = byUse.slice(-10).reverse();
  return { rareWord: byUse[0] ?? 'ticket', commonWord: commonWords[0] ?? 'ticket', commonWords };
}
