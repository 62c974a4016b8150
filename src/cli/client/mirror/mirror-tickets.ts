import {
  type Boot,
  type Client,
  type Comment,
  DocketError,
  type FollowedEvent,
  type TicketFieldInfo,
  type TicketWithDetails,
  ticketFields,
} from '../../../../sdk/index.ts';
import { findTasks } from '../why/server-source.ts';
import type { TaskWork } from '../why/work.ts';
import { describeEvent, type EventData } from './describe-event.ts';
import type { Signature } from './git.ts';
import type { MirrorRepository } from './mirror-repository.ts';
import {
  formatTicketFile,
  type MirroredTicket,
  pathOfTicket,
  readFrontMatter,
  replaceWork,
} from './ticket-file.ts';

interface MirrorSettings {
  client: Client;
  repository: MirrorRepository;
  /** Only tickets of this project; all if absent. */
  projectId: string | undefined;
  now: () => number;
}

/** Events leave out fields without a value, and the description. */
const withoutValues = Object.fromEntries(
  Object.entries<TicketFieldInfo>(ticketFields).flatMap(([name, { nullable }]) =>
    nullable && name !== 'description' ? [[name, undefined]] : [],
  ),
);
const requestsAtOnce = 8;
/** Events that change no ticket still move the stored cursor: the server resends only the last 10,000. */
const silentEventsMax = 1_000;

/** Writes tickets as they are now, and as they were at each event, into the repository. */
export class TicketMirror {
  readonly #settings: MirrorSettings;
  readonly #people = new Map<string, { name: string; email?: string | undefined }>();
  readonly #labels = new Map<string, string>();
  readonly #membersLoaded = new Set<string>();
  /** Tickets that agents have worked on. */
  readonly #withTasks = new Set<string>();
  #userId = '';
  #silentEvents = 0;
  commits = 0;

  constructor(settings: MirrorSettings) {
    this.#settings = settings;
  }

  /** Names for the ids in events. */
  learnNames({ me, people, labels }: Boot): void {
    this.#userId = me.id;
    this.#people.set(me.id, { name: me.name, email: me.email ?? undefined });
    for (const { id, name } of people) if (id !== me.id) this.#people.set(id, { name });
    for (const { id, name } of labels) this.#labels.set(id, name);
  }

  /** Finds the tickets that agents have worked on, so that only these cost requests for tasks. */
  async learnTasks(): Promise<void> {
    const { client, projectId } = this.#settings;
    const query = { limit: 100, ...(projectId !== undefined && { project: projectId }) };
    for await (const { ticketId } of client.listAgentTasks.all({ query }))
      if (ticketId !== undefined) this.#withTasks.add(ticketId);
  }

  /** The position of the newest event. */
  async findNewest(): Promise<string> {
    const { projectId } = this.#settings;
    const query = projectId === undefined ? {} : { project: projectId };
    return (await this.#settings.client.checkSync({ query })).data.cursor;
  }

  /** Writes the present state of all tickets as one commit. What changes meanwhile comes as events after it. */
  async takeSnapshot(reason?: string): Promise<void> {
    const { repository, projectId, now } = this.#settings;
    const cursor = await this.findNewest();
    const kept = new Set<string>();
    await this.#refreshAll(this.#listIds(projectId), kept);
    for (const id of [...repository.files.keys()]) if (!kept.has(id)) await repository.remove(id);
    const message = `State at ${new Date(now()).toISOString()}${reason ? `: ${reason}` : ''}`;
    await this.#commit(cursor, message, docketAt(now()));
  }

  async apply({ type, event, position }: FollowedEvent): Promise<void> {
    if (type === 'reset')
      return this.takeSnapshot('the events since the last commit are no longer available');
    if (!event) return;
    const data = event.data as EventData;
    const { repository } = this.#settings;
    const file = repository.files.get(data.ticket?.id ?? data.id ?? '')?.path;
    if (/^(?:ticket|comment)\./.test(type)) await this.#applyToTicket(type, data, event.timestamp);
    else if (
      /^agent_task\.(?:waiting|answered|completed|failed|timed_out|cancelled|artifact|pushed)$/.test(type)
    )
      await this.#refreshWork(data.ticket?.id);
    else if (type.startsWith('project.') && type !== 'project.created')
      await this.#refreshProject(data.project?.id ?? data.id);
    else if (type === 'member.changed' && data.member?.id === this.#userId) {
      if (!data.project) return this.takeSnapshot('your role in a workspace changed');
      await this.#refreshProject(data.project.id);
    }
    await this.#commit(
      position ?? repository.cursor ?? '',
      describeEvent(type, data, file),
      await this.#findAuthor(data, event.timestamp),
    );
  }

  async #applyToTicket(type: string, data: EventData, timestamp: string): Promise<void> {
    const { repository } = this.#settings;
    const { ticket: then, comment } = data;
    const id = then?.id ?? data.id;
    if (id === undefined) return;
    if (type === 'ticket.deleted') return repository.remove(id);
    const known = repository.files.get(id);
    // The snapshot, which is younger than its cursor, has this change already.
    if (known && then?.version !== undefined && then.version < known.version) return;
    await this.#refresh(id, then && { ticket: then, timestamp, commentId: comment?.id });
  }

  /** Also finds tickets that became readable, and removes those that are no longer. */
  async #refreshProject(projectId: string | undefined): Promise<void> {
    if (projectId === undefined) return;
    const ids = new Set<string>();
    for (const { id, projectId: of } of this.#settings.repository.files.values())
      if (of === projectId) ids.add(id);
    try {
      for await (const id of this.#listIds(projectId)) ids.add(id);
    } catch (error) {
      // The project itself can no longer be read; perhaps some of its tickets can.
      if (!isRefusal(error)) throw error;
    }
    await this.#refreshAll(ids, new Set());
  }

  /** Tasks change no field of their ticket, so only they are written. */
  async #refreshWork(id: string | undefined): Promise<void> {
    const { repository, client } = this.#settings;
    const file = repository.files.get(id ?? '');
    const text = file && (await repository.read(file.id));
    if (!file || text === undefined) return;
    this.#withTasks.add(file.id);
    await repository.write(file, file.path, replaceWork(text, (await findTasks(client, file.id)) ?? []));
  }

  /** An event of a ticket leaves the tasks as they are: they have events of their own. */
  async #findWork(id: string, isEvent: boolean): Promise<TaskWork[] | undefined> {
    const { repository, client } = this.#settings;
    const written = isEvent ? await repository.read(id) : undefined;
    if (written !== undefined) return readFrontMatter(written).work as TaskWork[] | undefined;
    return this.#withTasks.has(id) ? findTasks(client, id) : undefined;
  }

  async *#listIds(projectId: string | undefined): AsyncGenerator<string, void> {
    const query = { fields: 'row', limit: 100, sort: 'createdAt', order: 'asc' } as const;
    const rows = this.#settings.client.listTickets.all({
      query: { ...query, ...(projectId !== undefined && { project: projectId }) },
    });
    for await (const { id } of rows) yield id;
  }

  async #refreshAll(ids: AsyncIterable<string> | Iterable<string>, kept: Set<string>): Promise<void> {
    let batch: string[] = [];
    const refresh = async () => {
      const found = await Promise.all(batch.map((id) => this.#refresh(id)));
      for (const [index, id] of batch.entries()) if (found[index]) kept.add(id);
      batch = [];
    };
    for await (const id of ids) if (batch.push(id) === requestsAtOnce) await refresh();
    await refresh();
  }

  /** Writes the ticket as it is, or as it was at an event if it has changed since; removes it if it cannot be read. */
  async #refresh(id: string, at?: Moment): Promise<boolean> {
    const { repository, projectId } = this.#settings;
    const ticket = await this.#find(id);
    if (!ticket || (projectId !== undefined && ticket.projectId !== projectId)) {
      // For an event of the past nothing is removed: the event that took the ticket away is still to come.
      if (!at) await repository.remove(id);
      return false;
    }
    const present = { ...this.#present(ticket), work: await this.#findWork(id, at !== undefined) };
    const shown = at ? this.#asItWas(present, at) : present;
    await repository.write(shown, pathOfTicket(shown), formatTicketFile(shown));
    return true;
  }

  async #find(id: string): Promise<TicketWithDetails | undefined> {
    const { client } = this.#settings;
    try {
      const { data: ticket } = await client.getTicket({ params: { id } });
      if (ticket._count.comments <= ticket.comments.length) return ticket;
      const comments: Comment[] = [];
      for await (const comment of client.listComments.all({ params: { id } })) comments.push(comment);
      return { ...ticket, comments };
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return undefined;
    }
  }

  #present(ticket: TicketWithDetails): MirroredTicket {
    const { assignee, reporter, labels, fieldValues, comments } = ticket;
    for (const person of [assignee, reporter, ...comments.map(({ author }) => author)])
      if (person) this.#people.set(person.id, person);
    for (const { id, name } of labels) this.#labels.set(id, name);
    return {
      ...ticket,
      assignee: assignee?.name,
      reporter: reporter?.name,
      labels: labels.map(({ name }) => name),
      fields: Object.fromEntries(fieldValues.map(({ name, text }) => [name, text])),
      comments: comments.toSorted((a, b) => compare(a.createdAt, b.createdAt) || compare(a.id, b.id)),
    };
  }

  /**
   * Events have the fields of their moment, but neither description nor comments: these are today's, without comments
   * made later.
   */
  #asItWas(now: MirroredTicket, { ticket, timestamp, commentId }: Moment): MirroredTicket {
    const { assigneeId, labelIds, ...then } = ticket;
    const isPast = then.version !== undefined && then.version < now.version;
    const comments = now.comments.filter(({ id, createdAt }) => createdAt <= timestamp || id === commentId);
    if (!isPast) return { ...now, comments };
    return {
      ...now,
      key: undefined,
      ...withoutValues,
      ...(then as Partial<MirroredTicket>),
      fields: now.fields,
      assignee: assigneeId && (this.#people.get(assigneeId)?.name ?? assigneeId),
      labels: (labelIds ?? []).map((id) => this.#labels.get(id) ?? id),
      comments,
    };
  }

  async #findAuthor({ user, project }: EventData, timestamp: string): Promise<Signature> {
    const atMs = Date.parse(timestamp);
    if (!user) return docketAt(atMs);
    if (this.#people.get(user.id)?.email === undefined && project) await this.#loadMembers(project.id);
    const { email } = this.#people.get(user.id) ?? {};
    return { name: user.name ?? '', email: email ?? `${user.id}@docket.invalid`, atMs };
  }

  async #loadMembers(id: string): Promise<void> {
    if (this.#membersLoaded.has(id)) return;
    this.#membersLoaded.add(id);
    try {
      for await (const member of this.#settings.client.listMembers.all({ params: { id } }))
        this.#people.set(member.id, member);
    } catch (error) {
      // Guests see a ticket, but not the members of its project.
      if (!isRefusal(error)) throw error;
    }
  }

  async #commit(cursor: string, message: string, signature: Signature): Promise<void> {
    const { repository } = this.#settings;
    const isForced = ++this.#silentEvents >= silentEventsMax || repository.cursor === undefined;
    if (cursor === repository.cursor && isForced) return;
    if (!(await repository.commit(cursor, message, signature, isForced))) return;
    this.#silentEvents = 0;
    this.commits++;
  }
}

/** A ticket in the payload of an event. */
interface Moment {
  ticket: NonNullable<EventData['ticket']>;
  timestamp: string;
  commentId: string | undefined;
}

/**
 * True if the server says that the item does not exist or is not visible to the person. An expired key is not such an
 * answer: it would empty the mirror.
 */
const isRefusal = (error: unknown) => error instanceof DocketError && [400, 403, 404].includes(error.status);

const docketAt = (atMs: number): Signature => ({ name: 'Docket', email: 'mirror@docket.invalid', atMs });

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
