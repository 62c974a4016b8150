import { FidelityTally } from './fidelity-report.ts';
import { importLimits } from './import-limits.ts';
import { fold } from './readers/map-words.ts';
import type {
  SourceFileReference,
  SourceGroup,
  SourceItem,
  SourceLink,
  SourceMember,
  SourcePerson,
  SourceTicket,
} from './source-ticket.ts';

export interface SurveyedLink {
  from: string;
  kind: SourceLink['kind'];
  to: string;
}

/** What all files of an import contain, found by reading them once before anything is written. */
export interface Survey {
  tally: FidelityTally;
  tickets: number;
  comments: number;
  /** The number of comments that come outside of their tickets. */
  looseComments: number;
  /** The number of loose comments, by ticket. */
  looseCommentsOf: Map<string, number>;
  people: Map<string, SourcePerson>;
  /** Maps a login that occurs without an address to the key of the same person, whose address is given elsewhere. */
  aliases: Map<string, string>;
  /** The name of each ticket in reports, by `sourceId`. */
  names: Map<string, string>;
  labels: Map<string, { name: string; color?: string | undefined }>;
  groups: Map<string, SourceGroup>;
  /** Maps each `sourceId` and each key to the `sourceId`. */
  references: Map<string, string>;
  parents: Map<string, string>;
  relations: SurveyedLink[];
  members: SourceMember[];
  /** The files that tickets refer to. */
  files: { of: string; file: SourceFileReference }[];
}

const parentDepthMax = 100;
const relationsMax = 1_000_000;

export async function surveySource(
  batches: AsyncIterable<SourceItem[]>,
  onBatch: (tickets: number) => Promise<void>,
): Promise<Survey> {
  const survey: Survey = {
    tally: new FidelityTally(),
    tickets: 0,
    comments: 0,
    looseComments: 0,
    looseCommentsOf: new Map(),
    people: new Map(),
    aliases: new Map(),
    names: new Map(),
    labels: new Map(),
    groups: new Map(),
    references: new Map(),
    parents: new Map(),
    relations: [],
    members: [],
    files: [],
  };
  for await (const items of batches) {
    for (const item of items) {
      if ('ticket' in item) addTicket(survey, item.ticket);
      else if ('member' in item) survey.members.push(item.member);
      else if ('skipped' in item) survey.tally.skip(item.skipped);
      else if ('file' in item) addFile(survey, item.of, item.file);
      else {
        survey.looseCommentsOf.set(item.of, (survey.looseCommentsOf.get(item.of) ?? 0) + 1);
        addPerson(survey, item.comment.author);
      }
    }
    await onBatch(survey.tickets);
  }
  joinPeople(survey);
  resolveComments(survey);
  resolveLinks(survey);
  return survey;
}

function addTicket(survey: Survey, ticket: SourceTicket): void {
  const { sourceId, key, tally = survey.tally } = { ...ticket, tally: survey.tally };
  const name = ticket.shownAs ?? key;
  if (survey.references.get(sourceId) === sourceId) {
    tally.lose('tickets that the files have twice; the first is kept', name ?? sourceId);
    return;
  }
  if (name !== undefined && name !== sourceId) survey.names.set(sourceId, name);
  survey.tickets++;
  survey.comments += ticket.comments.length;
  tally.add(ticket);
  survey.references.set(sourceId, sourceId);
  if (key !== undefined) survey.references.set(fold(key), sourceId);
  for (const person of [
    ticket.reporter,
    ticket.assignees[0],
    ...ticket.comments.map(({ author }) => author),
    ...(ticket.checklist ?? []).map(({ assignee }) => assignee),
  ])
    addPerson(survey, person);
  for (const label of ticket.labels)
    addNamed(survey, 'labels', fold(label.name) || label.name, label, importLimits.labelsMax);
  for (const group of [ticket.group, ticket.milestone])
    if (group) addNamed(survey, 'groups', groupKey(group), group, importLimits.groupsMax);
  for (const file of ticket.files) addFile(survey, sourceId, file);
  for (const { kind, to } of ticket.links) {
    if (kind === 'parent') survey.parents.set(sourceId, to);
    else if (survey.relations.length < relationsMax) survey.relations.push({ from: sourceId, kind, to });
    else tally.lose('relations beyond 1,000,000', shownName(survey, sourceId));
  }
}

export const groupKey = ({ name, kind }: SourceGroup) => `${kind} ${name}`;

/** Identifies a person by address, otherwise by login, otherwise by name. */
export const personKey = ({ email, login, name }: SourcePerson) =>
  (email ?? login ?? name ?? '').trim().toLowerCase();

function addPerson(survey: Survey, person: SourcePerson | undefined): void {
  if (!person) return;
  const key = personKey(person);
  const known = survey.people.get(key);
  if (known) {
    // A comment may give only the account number of a person whom a ticket names in full.
    known.name ??= person.name;
    known.login ??= person.login;
    return;
  }
  if (survey.people.size < importLimits.peopleMax) survey.people.set(key, { ...person });
  else survey.tally.change('people beyond 10,000 became one placeholder', key);
}

/** Merges people: a login seen alone in one place and with an address in another is one person. */
function joinPeople({ people, aliases }: Survey): void {
  for (const [key, { email, login }] of people) {
    const loginKey = login === undefined ? '' : personKey({ login });
    if (email !== undefined && loginKey !== '' && loginKey !== key) aliases.set(loginKey, key);
  }
  for (const [loginKey, key] of aliases) {
    if (people.delete(loginKey) && !people.has(key)) aliases.delete(loginKey);
  }
}

/** The name of a ticket in reports. */
export const shownName = ({ names }: Pick<Survey, 'names'>, sourceId: string) =>
  names.get(sourceId) ?? sourceId;

function addFile(survey: Survey, of: string, file: SourceFileReference): void {
  if (survey.files.length >= importLimits.attachedFilesMax)
    survey.tally.lose('attached files beyond 200,000 that have no address', shownName(survey, of));
  else {
    survey.files.push({ of, file });
    addPerson(survey, file.author);
  }
}

function addNamed<Kind extends 'labels' | 'groups'>(
  survey: Survey,
  kind: Kind,
  key: string,
  value: Survey[Kind] extends Map<string, infer V> ? V : never,
  max: number,
): void {
  const entries = survey[kind] as Map<string, unknown>;
  if (entries.has(key)) return;
  if (entries.size < max) entries.set(key, value);
  else survey.tally.lose(`${kind} beyond ${max}`, key);
}

function resolveComments(survey: Survey): void {
  for (const [of, count] of survey.looseCommentsOf) {
    if (survey.references.get(of) === of) survey.looseComments += count;
    else
      survey.tally.lose(
        'comments on items that are not tickets, such as pull requests',
        shownName(survey, of),
        count,
      );
  }
  survey.comments += survey.looseComments;
}

/** Replaces keys by source ids, and drops links to unknown tickets and parents that form a cycle. */
function resolveLinks(survey: Survey): void {
  const { references, tally } = survey;
  const find = (to: string) => references.get(to) ?? references.get(fold(to));
  for (const [from, to] of survey.parents) {
    const parent = find(to);
    if (parent !== undefined && parent !== from) survey.parents.set(from, parent);
    else {
      survey.parents.delete(from);
      tally.loseParent(from, 'parents that are not in the files', shownName(survey, from));
    }
  }
  dropDeepParents(survey);
  survey.relations = survey.relations.flatMap(({ from, kind, to }) => {
    const other = find(to);
    if (other !== undefined && other !== from) return [{ from, kind, to: other }];
    tally.lose('relations to tickets that are not in the files', shownName(survey, from));
    return [];
  });
}

function dropDeepParents({ parents, tally, names }: Survey): void {
  const depths = new Map<string, number>();
  for (const start of [...parents.keys()]) {
    const path: string[] = [];
    const onPath = new Set<string>();
    let at: string | undefined = start;
    while (at !== undefined && !depths.has(at) && !onPath.has(at)) {
      path.push(at);
      onPath.add(at);
      at = parents.get(at);
    }
    if (at !== undefined && onPath.has(at)) {
      // The last ticket of the path closes a cycle.
      const last = path.at(-1) as string;
      parents.delete(last);
      tally.loseParent(last, 'parents that form a cycle', shownName({ names }, last));
      at = undefined;
    }
    let depth = at === undefined ? -1 : (depths.get(at) as number);
    for (const id of path.toReversed()) {
      depth++;
      if (depth > parentDepthMax) {
        parents.delete(id);
        tally.loseParent(id, 'parents more than 100 levels deep', shownName({ names }, id));
        depth = 0;
      }
      depths.set(id, depth);
    }
  }
}
