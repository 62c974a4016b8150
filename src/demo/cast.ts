import { createAgent } from '../agents/index.ts';
import { insertAccount } from '../auth/index.ts';
import type { Database, Tx } from '../platform/db/index.ts';
import {
  type Actor,
  changePreferences,
  findUserByEmail,
  type Scope,
  type User,
  updateUserActive,
} from '../users/index.ts';
import type { Role } from './demo-story.ts';
import { agents, people } from './harbor/team.ts';
import { scopeIn } from './scope-in.ts';

/** The accounts that act in the story, and scopes in which they act at a time of the past. */
export interface Cast {
  actors: Readonly<Record<Role, Actor>>;
  scopeOf(role: Role, at: number): Scope;
}

/** Matches no password, so nobody can sign in as a person of the demo. */
const noPassword = 'none';

/** Creates the accounts, or enables those of an earlier demo. They get no notifications, and so no mail. */
export async function castDemo(tx: Tx, db: Database, you: Actor, at: number): Promise<Cast> {
  const scopeFor = (actor: Actor, time: number) => scopeIn(tx, db, actor, time);
  const session = (user: Pick<User, 'id' | 'name' | 'email'>): Actor => ({
    userId: user.id,
    name: user.name,
    email: user.email,
    role: 'USER',
    credential: { kind: 'session', id: user.id },
  });
  const actors: Partial<Record<Role, Actor>> = { you };
  for (const [role, { name, email }] of Object.entries(people)) {
    const known = await findUserByEmail(tx, email);
    if (known) await updateUserActive(tx, known.id, true, at);
    const user = known ?? (await insertAccount(tx, at, { name, email, role: 'USER' }, noPassword));
    actors[role as Role] = session(user);
    await changePreferences(scopeFor(session(user), at), { notifications: false });
  }
  // The administrator owns the project of the demo.
  const rolesOfOwner = { get: () => 'owner' };
  for (const [role, { name }] of Object.entries(agents)) {
    const agent = await createAgent(scopeFor(you, at), { name });
    actors[role as Role] = {
      ...session(agent),
      agent: { ownerId: you.userId, ownerRole: you.role, rolesOfOwner },
    };
  }
  const all = actors as Record<Role, Actor>;
  return { actors: all, scopeOf: (role, time) => scopeFor(all[role], time) };
}
