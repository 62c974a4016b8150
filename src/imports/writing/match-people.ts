import { hash } from 'node:crypto';
import type { Database, Queries } from '../../platform/db/index.ts';
import { foldCase } from '../../platform/fold-case.ts';
import { newId } from '../../platform/ids.ts';
import {
  type Actor,
  canManageInstance,
  insertUser,
  matchAuthors,
  updateUserActive,
} from '../../users/index.ts';
import { addTicketGuest } from '../../workspaces/index.ts';
import type { ImportProduct } from '../products.ts';
import type { SourcePerson } from '../source-ticket.ts';
import { listAnybody, listMembers, listPlaceholders } from './people-store.ts';

export interface KnownPerson {
  id: string;
  name: string;
  /** True if the person is not a member of the project. */
  isGuest?: boolean;
}

export interface MatchedPeople {
  /** The matched people, by `personKey`. */
  matched: Map<string, KnownPerson>;
  /** The people of the files who match nobody, by `personKey`. */
  unmatched: Map<string, SourcePerson>;
  /** The people whom the mapping leaves out, by `personKey`. */
  leftOut: Map<string, SourcePerson>;
}

/** Names, logins and addresses of the files, with the id or address of a person here; null leaves the person out. */
export type PeopleMapping = Record<string, string | null>;

interface Place {
  id: string;
}

/** The person who imports. The file claims who wrote what, so they could attribute words to everybody it may name. */
type Importer = Actor;

/** Placeholder addresses have this domain, which RFC 2606 reserves: nobody can ever receive mail there. */
const placeholderDomain = 'imported.invalid';

/**
 * Matches the people of the files with members of the project only: an import must not reveal who else has an account,
 * nor write in their name. An administrator of the instance may match everybody. The caller's mapping takes precedence,
 * then the verified address, then the login on a code host that the person entered in their profile.
 */
export async function matchPeople(
  queries: Queries,
  project: Place,
  importer: Importer,
  people: Map<string, SourcePerson>,
  mapping: PeopleMapping,
): Promise<MatchedPeople> {
  const logins = await matchAuthors(
    queries,
    [...people.values()].map(({ login }) => ({ login })),
  );
  const candidates = await listCandidates(queries, project, importer, [
    ...Object.values(mapping).filter((to) => to !== null),
    ...[...people.values()].flatMap(({ email, login }) => [
      ...(email === undefined ? [] : [email]),
      ...(login === undefined ? [] : [logins({ login })?.id ?? '']),
    ]),
  ]);
  const byId = new Map(candidates.map((person) => [person.id, person]));
  const byAddress = new Map(candidates.map((person) => [person.email, person]));
  const given = new Map(
    Object.entries(mapping).map(([from, to]) => [foldCase(from.trim()), to === null ? null : to.trim()]),
  );
  const matched = new Map<string, KnownPerson>();
  const unmatched = new Map<string, SourcePerson>();
  const leftOut = new Map<string, SourcePerson>();
  for (const [key, person] of people) {
    const names = [person.email, person.login, person.name].flatMap((name) => (name ? [foldCase(name)] : []));
    const wanted = names.map((name) => given.get(name)).find((to) => to !== undefined);
    if (wanted === null) {
      leftOut.set(key, person);
      continue;
    }
    const byEmail = person.email === undefined ? undefined : byAddress.get(foldCase(person.email));
    const byLogin = person.login === undefined ? undefined : logins({ login: person.login });
    const found =
      (wanted === undefined ? undefined : (byId.get(wanted) ?? byAddress.get(foldCase(wanted)))) ??
      (byEmail?.emailVerified === 1 ? byEmail : undefined) ??
      (byLogin && byId.get(byLogin.id));
    if (found) matched.set(key, { id: found.id, name: found.name, isGuest: found.isMember === 0 });
    else unmatched.set(key, person);
  }
  return { matched, unmatched, leftOut };
}

const refsPerLookup = 500;

/** Lists the accounts that the importer may match. `refs` are the ids and addresses to look for. */
async function listCandidates(queries: Queries, project: Place, importer: Importer, refs: string[]) {
  if (!canManageInstance(importer))
    return listMembers(queries, { projectId: project.id, importerId: importer.userId });
  const wanted = [...new Set(refs.map((ref) => foldCase(ref.trim())))].filter((ref) => ref !== '');
  const found: Awaited<ReturnType<typeof listAnybody>> = [];
  for (let start = 0; start < wanted.length; start += refsPerLookup)
    found.push(...(await listAnybody(queries, project.id, wanted.slice(start, start + refsPerLookup))));
  return found;
}

/** Lists the values of a mapping that name nobody in whose name the importer may write. */
export async function findUnknownTargets(
  queries: Queries,
  project: Place,
  importer: Importer,
  mapping: PeopleMapping,
): Promise<string[]> {
  const wanted = Object.values(mapping).filter((to) => to !== null);
  const candidates = await listCandidates(queries, project, importer, wanted);
  const known = new Set(candidates.flatMap(({ id, email }) => [id, email]));
  return [...new Set(wanted)].filter((to) => !known.has(to) && !known.has(foldCase(to.trim())));
}

const peoplePerStep = 50;

/**
 * Creates accounts for people who match nobody: disabled and without a password, so that nobody can sign in to them.
 * The same person of the same product gets the same placeholder in every import of the project. They are guests of the
 * project, so that clients know their names.
 */
export async function ensurePlaceholders(
  db: Database,
  project: Place,
  product: ImportProduct,
  people: Map<string, SourcePerson>,
  now: number,
): Promise<Map<string, KnownPerson>> {
  const entries = [...people].map(([key, person]) => ({
    key,
    name: (person.name ?? person.login ?? person.email ?? key).slice(0, 200),
    email: `${hash('sha256', JSON.stringify([project.id, product, key])).slice(0, 24)}@${placeholderDomain}`,
  }));
  const placeholders = new Map<string, KnownPerson>();
  for (let start = 0; start < entries.length; start += peoplePerStep) {
    const step = entries.slice(start, start + peoplePerStep);
    const found = await db.transaction(async (tx) => {
      const emails = step.map(({ email }) => email);
      const present = new Set((await listPlaceholders(tx, { emails })).map(({ email }) => email));
      for (const { name, email } of step.filter((entry) => !present.has(entry.email))) {
        const id = newId(now);
        await insertUser(tx, { id, name, email, role: 'VIEWER', createdAt: now });
        await updateUserActive(tx, id, false, now);
      }
      const placeholders = await listPlaceholders(tx, { emails });
      for (const { id } of placeholders) await addTicketGuest(tx, { homeId: project.id, userId: id });
      return placeholders;
    });
    const byEmail = new Map(found.map(({ email, id, name }) => [email, { id, name }]));
    for (const { key, email } of step) placeholders.set(key, byEmail.get(email) as KnownPerson);
  }
  return placeholders;
}

/** Lets people who are not members of the project find their tickets. */
export async function recordGuests(
  db: Database,
  project: Place,
  people: Iterable<KnownPerson>,
): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { id, isGuest } of people)
      if (isGuest) await addTicketGuest(tx, { homeId: project.id, userId: id });
  });
}
