import { type ArchivedRow, findKind, kindNamed, peopleKind } from '../../archives/index.ts';
import type { Queries } from '../../platform/db/index.ts';
import { quoteNames } from '../../platform/error-texts.ts';
import { Refusal } from '../../platform/errors.ts';
import { foldCase } from '../../platform/fold-case.ts';
import { namesShown } from '../fidelity-report.ts';
import type { ReadableFile } from '../unpacking/archive-member.ts';
import { listIdsIn } from './archive-row-store.ts';
import { type ArchiveContent, checkArchive } from './check-archive.ts';
import * as store from './instance-store.ts';

/** What this Docket already has of an instance's archive. */
export interface InstanceSurvey extends ArchiveContent {
  /** Maps ids of the archive to the id of the same person, workspace, label, template or view here. */
  known: Map<string, string>;
  /** The key of each project, by project id. */
  keys: Map<string, string>;
  agents: Set<string>;
  matchedPeople: number;
  /** The addresses of the first new accounts, and of everybody who becomes an administrator. */
  newPeople: string[];
  newAdministrators: string[];
  newLabels: { count: number; names: string[] };
  existingTickets: number;
}

interface Wanted {
  file: ReadableFile;
  queries: Queries;
  /** Maps names and addresses of the archive to the id or address of an account here. */
  people: Readonly<Record<string, string | null>>;
  onBatch: (rows: number) => Promise<void>;
}

/** Reads and checks the whole archive, and refuses one that conflicts with what this Docket has. */
export async function surveyInstance({ file, queries, people, onBatch }: Wanted): Promise<InstanceSurvey> {
  const comparison = new Comparison(queries, await findMapped(queries, people));
  const content = await checkArchive(file, (kind, rows) => comparison.compare(kind, rows), onBatch);
  if (content.header.project)
    throw new Refusal(
      'VALIDATION_ERROR',
      `${file.name} is the archive of the project ${content.header.project.key}. Import it into a project: --project KEY.`,
    );
  comparison.refuseClashes();
  return { ...content, ...comparison.result };
}

type Mapped = ReadonlyMap<string, string>;

/** Maps the folded names and addresses of the archive to the id of the account that the caller chose. */
async function findMapped(queries: Queries, people: Wanted['people']): Promise<Mapped> {
  const chosen = Object.entries(people).map(
    ([from, to]) => [foldCase(from.trim()), (to ?? '').trim()] as const,
  );
  const ids = chosen.map(([, to]) => to);
  const accounts = chosen.length === 0 ? [] : await store.listAccounts(queries, ids, ids.map(foldCase));
  return new Map(
    chosen.flatMap(([from, to]) => {
      const account = accounts.find(({ id, email }) => id === to || email === foldCase(to));
      return account ? [[from, account.id]] : [];
    }),
  );
}

/** Lists the values of a mapping of people that name no account here. */
export async function findUnknownAccounts(queries: Queries, people: Wanted['people']): Promise<string[]> {
  const known = await findMapped(queries, people);
  return Object.entries(people).flatMap(([from, to]) =>
    known.has(foldCase(from.trim())) ? [] : [to ?? from],
  );
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');

class Comparison {
  readonly #queries: Queries;
  readonly #mapped: Mapped;
  readonly #unconfirmed: string[] = [];
  readonly #takenKeys: string[] = [];
  readonly #earlier: string[] = [];
  readonly result: Omit<InstanceSurvey, keyof ArchiveContent> = {
    known: new Map(),
    keys: new Map(),
    agents: new Set(),
    matchedPeople: 0,
    newPeople: [],
    newAdministrators: [],
    newLabels: { count: 0, names: [] },
    existingTickets: 0,
  };

  constructor(queries: Queries, mapped: Mapped) {
    this.#queries = queries;
    this.#mapped = mapped;
  }

  async compare(kind: string, rows: ArchivedRow[]): Promise<void> {
    if (kind === peopleKind.name) await this.#comparePeople(rows);
    else if (kind === 'workspaces') await this.#compareWorkspaces(rows);
    else if (kind === 'projects') await this.#compareProjects(rows);
    else if (kind === 'formerKeys') await this.#compareKeys(rows);
    else if (kind === 'tickets') await this.#countTickets(rows);
    else if (kind in store.placesOfNames) await this.#compareNames(kind, rows);
  }

  refuseClashes(): void {
    const [keys, earlier, addresses] = [this.#takenKeys, this.#earlier, this.#unconfirmed].map((all) =>
      quoteNames(all),
    );
    if (keys)
      throw new Refusal(
        'VALIDATION_ERROR',
        `Other projects here have or had the keys ${keys} of the archive. Import into an empty Docket, or single projects: --project KEY --from KEY.`,
      );
    if (earlier)
      throw new Refusal(
        'VALIDATION_ERROR',
        `Projects of the archive were imported here before: ${earlier}. Import into an empty Docket, or single projects: --project KEY --from KEY.`,
      );
    if (addresses)
      throw new Refusal(
        'VALIDATION_ERROR',
        `Accounts here have addresses of the archive and have not confirmed them, or are agents: ${addresses}. Confirm the addresses (docket user verify-email), or say who these people are here (--map-people).`,
      );
  }

  readonly #here = (id: unknown) => this.result.known.get(text(id)) ?? text(id);

  /** Matches a person by id, otherwise by the caller's choice, otherwise by a verified address. */
  async #comparePeople(rows: ArchivedRow[]): Promise<void> {
    const emails = rows.map(({ email }) => foldCase(text(email)));
    const accounts = await store.listAccounts(
      this.#queries,
      rows.map(({ id }) => text(id)),
      emails,
    );
    const ids = new Set(accounts.map(({ id }) => id));
    const byEmail = new Map(accounts.map((account) => [account.email, account]));
    for (const [index, row] of rows.entries()) {
      const id = text(row.id);
      const email = emails[index] as string;
      const isAgent = typeof row.agentOwnerId === 'string';
      if (isAgent) this.result.agents.add(id);
      const sameEmail = byEmail.get(email);
      const chosen = this.#mapped.get(email) ?? this.#mapped.get(foldCase(text(row.name)));
      const isSame = sameEmail?.emailVerified === 1 && sameEmail.ownerId === null && !isAgent;
      const found = ids.has(id) ? id : (chosen ?? (isSame ? sameEmail.id : undefined));
      if (found !== undefined) {
        this.result.matchedPeople++;
        if (found !== id) this.result.known.set(id, found);
      } else if (sameEmail) this.#unconfirmed.push(email);
      else this.#addPerson(row, email);
    }
  }

  #addPerson({ role, active }: ArchivedRow, email: string): void {
    this.result.newPeople.push(email);
    if (role === 'ADMIN' && active === 1) this.result.newAdministrators.push(email);
  }

  /** Matches personal workspaces by their owner, because everybody has exactly one. */
  async #compareWorkspaces(rows: ArchivedRow[]): Promise<void> {
    const personal = rows.filter(({ kind }) => kind === 'personal');
    const owners = personal.map(({ ownerId }) => this.#here(ownerId));
    const found = await store.listPersonalWorkspaces(this.#queries, { ownerIds: owners });
    const ofOwner = new Map(found.map(({ id, ownerId }) => [ownerId, id]));
    for (const { id, ownerId } of personal) {
      const here = ofOwner.get(this.#here(ownerId));
      if (here !== undefined && here !== id) this.result.known.set(text(id), here);
    }
  }

  async #compareProjects(rows: ArchivedRow[]): Promise<void> {
    for (const { id, key } of rows) this.result.keys.set(text(id), text(key));
    const ids = rows.map(({ id }) => text(id));
    for (const { sourceId, key } of await store.listEarlierImports(this.#queries, { sourceIds: ids }))
      this.#earlier.push(`${this.result.keys.get(sourceId)} → ${key}`);
  }

  async #compareKeys(rows: ArchivedRow[]): Promise<void> {
    const wanted = new Map(rows.map(({ keyFolded, projectId }) => [text(keyFolded), text(projectId)]));
    for (const { key, projectId } of await store.listTakenKeys(this.#queries, { keys: [...wanted.keys()] }))
      if (wanted.get(key) !== projectId) this.#takenKeys.push(key.toUpperCase());
  }

  async #compareNames(kind: string, rows: ArchivedRow[]): Promise<void> {
    const namePlace = ({ projectId, workspaceId, ownerId }: ArchivedRow) =>
      this.#here(projectId ?? workspaceId ?? ownerId);
    const foldedRowName = ({ name }: ArchivedRow) => foldCase(text(name));
    const places = [...new Set(rows.map(namePlace))];
    const names = [...new Set(rows.map(foldedRowName))];
    const found = await store.listNamed(this.#queries, kindNamed(kind), places, names);
    const ids = new Map(found.map(({ id, place, name }) => [JSON.stringify([place, name]), id]));
    for (const row of rows) {
      const here = ids.get(JSON.stringify([namePlace(row), foldedRowName(row)]));
      if (here === undefined) {
        if (kind === 'labels') this.#addLabel(text(row.name));
      } else if (here !== row.id) this.result.known.set(text(row.id), here);
    }
  }

  #addLabel(name: string): void {
    const { newLabels } = this.result;
    newLabels.count++;
    if (newLabels.names.length < namesShown) newLabels.names.push(name);
  }

  async #countTickets(rows: ArchivedRow[]): Promise<void> {
    const ids = rows.map(({ id }) => text(id));
    const tickets = findKind('tickets');
    if (tickets)
      this.result.existingTickets += (await listIdsIn(this.#queries, tickets, undefined, ids)).length;
  }
}
