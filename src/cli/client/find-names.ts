import { type Client, DocketError } from '../../../sdk/index.ts';
import { isWithinEdits } from '../../platform/edit-distance.ts';
import { UsageError } from '../command.ts';
import { NoSuchName } from './client-errors.ts';
import { toLine } from './terminal-text.ts';

interface NameFilters {
  project?: string | undefined;
  label?: string | undefined;
  assignee?: string | undefined;
}

/**
 * Replaces keys, names and e-mail addresses in the filters by ids. Throws for an unknown one, because the list would
 * only be empty.
 */
export async function findFilterIds(client: Client, { project, label, assignee }: NameFilters) {
  const [projects, labels, people] = await Promise.all([
    findEach(project, (ref) => findProjectId(client, ref)),
    findEach(label, (ref) => findLabelIds(client, ref)),
    findEach(assignee, (ref) => findPersonId(client, ref)),
  ]);
  return {
    ...(projects && { project: projects }),
    ...(labels && { label: labels }),
    ...(people && { assignee: people }),
  };
}

async function findEach(text: string | undefined, find: (ref: string) => Promise<string>) {
  const refs = text?.split(',').map((ref) => ref.trim());
  return refs && (await Promise.all(refs.filter((ref) => ref !== '').map(find))).join(',');
}

/** Takes an id, a key or a name. */
export async function findProjectId(client: Client, ref: string): Promise<string> {
  try {
    return (await client.getProject({ params: { id: ref } })).data.id;
  } catch (error) {
    // A project that the caller may not see is like one that does not exist.
    if (!(error instanceof DocketError && [403, 404].includes(error.status))) throw error;
  }
  const projects = await toArray(client.listProjects.all({ query: { limit: 100 } }));
  const named = projects.filter(({ name }) => isSame(name, ref));
  return onlyOne(
    'project',
    ref,
    named,
    ({ key }) => key,
    projects.flatMap(({ key, name }) => [key, name]),
  );
}

/** A name may stand for labels of several workspaces. */
async function findLabelIds(client: Client, ref: string): Promise<string> {
  if (ref === 'none') return ref;
  const labels = await toArray(client.listLabels.all({ query: { limit: 100 } }));
  const found = labels.filter(({ id, name }) => id === ref || isSame(name, ref));
  if (found.length === 0)
    throw unknownName(
      'label',
      ref,
      labels.map(({ name }) => name),
    );
  return found.map(({ id }) => id).join(',');
}

/** Takes an id, an e-mail address or a name. */
export async function findPersonId(client: Client, ref: string): Promise<string> {
  if (ref === 'me' || ref === 'none') return ref;
  const { data: near } = await client.listUsers({ query: { query: ref, limit: 100 } });
  const known = near.filter(({ name, email }) => isSame(email ?? '', ref) || isSame(name, ref));
  if (known.length > 0) return onlyOne('person', ref, known, ({ email, id }) => email ?? id, []);
  const people = await toArray(client.listUsers.all({ query: { limit: 100 } }));
  const found = people.filter(({ id }) => id === ref);
  const names = people.flatMap(({ name, email }) =>
    ref.includes('@') ? [email ?? ''] : [name, email ?? ''],
  );
  return onlyOne('person', ref, found, ({ id }) => id, names);
}

/** Takes the id of a task, or the key of a ticket, which stands for its newest task. */
export async function findTaskId(client: Client, ref: string): Promise<string> {
  if (/^[0-9a-f-]{36}$/i.test(ref)) return ref;
  const { data } = await client.listTicketAgentTasks({ params: { id: ref }, query: { limit: 1 } });
  if (!data[0]) throw new NoSuchName(`${toLine(ref)} has no task of an agent.`);
  return data[0].id;
}

function onlyOne<T extends { id: string }>(
  kind: string,
  ref: string,
  found: T[],
  exactly: (item: T) => string,
  names: string[],
): string {
  const [first, second] = found;
  if (!first) throw unknownName(kind, ref, names);
  if (!second) return first.id;
  const choices = found.map((item) => toLine(exactly(item))).join(', ');
  throw new UsageError(`Several have the name ${toLine(ref)}. Name one of ${choices}.`);
}

function unknownName(kind: string, ref: string, names: string[]): NoSuchName {
  const nearest = findNearest(ref, names);
  const advice = nearest === undefined ? '' : ` The nearest name is ${toLine(nearest)}.`;
  return new NoSuchName(`There is no ${kind} ${toLine(ref)}, or you may not see it.${advice}`);
}

function findNearest(ref: string, names: string[]): string | undefined {
  const candidates = names.filter((name) => name !== '');
  const word = ref.toLowerCase();
  for (let edits = 1; edits <= Math.max(word.length, 20); edits++) {
    const near = candidates.find((name) => isWithinEdits(word, name.toLowerCase(), edits));
    if (near !== undefined) return near;
  }
  return candidates[0];
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

async function toArray<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
