import { hash } from 'node:crypto';
import type { Reference } from '../../archives/index.ts';
import { formatUuid, isId } from '../../platform/ids.ts';

/** Which ids of the archive stand for what in this Docket. */
export interface AdoptedIds {
  /** Of a row that is imported. */
  adopt: (id: string) => string;
  /** Of what a column refers to; undefined if that is not imported. */
  findReference: (to: Reference, id: string) => string | undefined;
  /** Of whatever a JSON value names. */
  adoptAny: (id: string) => string;
}

interface ProjectMapping {
  project: { id: string; sourceId: string; workspaceId: string; sourceWorkspaceId: string };
  /** Of the archive's people and labels: those of this Docket. */
  people: ReadonlyMap<string, string>;
  labels: ReadonlyMap<string, string>;
  /** Empty: other ids are kept. Else they are made from it and the id, the same in every attempt. */
  salt: string;
}

/** For the import of one project into one that exists. */
export function newProjectIds({ project, people, labels, salt }: ProjectMapping): AdoptedIds {
  const adopt = (id: string) => (salt === '' ? id : makeId(salt, id));
  return {
    adopt,
    findReference: (to, id) => {
      if (to === 'person') return people.get(id);
      if (to === 'project' || to === 'home') return id === project.sourceId ? project.id : undefined;
      if (to === 'workspace') return project.workspaceId;
      if (to === 'labels') return labels.get(id);
      return adopt(id);
    },
    adoptAny: (id) => {
      if (id === project.sourceId) return project.id;
      if (id === project.sourceWorkspaceId) return project.workspaceId;
      return people.get(id) ?? labels.get(id) ?? adopt(id);
    },
  };
}

/** For the import of a whole instance: ids are kept, apart from those of what this Docket has already under another one. */
export function newInstanceIds(known: ReadonlyMap<string, string>): AdoptedIds {
  const adopt = (id: string) => known.get(id) ?? id;
  return { adopt, findReference: (_, id) => adopt(id), adoptAny: adopt };
}

function makeId(salt: string, id: string): string {
  const bytes = Buffer.from(hash('sha256', JSON.stringify([salt, id])), 'hex').subarray(0, 16);
  // Ids begin with the time of their creation, which keeps rows of one time together in indexes.
  Buffer.from(id.replaceAll('-', '').slice(0, 12), 'hex').copy(bytes);
  bytes[6] = 0x70 | ((bytes[6] as number) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] as number) & 0x3f);
  return formatUuid(bytes);
}

/** A JSON value in which every text or key that is an id, or a list of ids with commas, is that of this Docket. */
export function adoptJson(ids: AdoptedIds, value: unknown): unknown {
  if (typeof value === 'string') return adoptText(ids, value);
  if (Array.isArray(value)) return value.map((item) => adoptJson(ids, item));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(
    ([key, item]) => [adoptText(ids, key), adoptJson(ids, item)] as const,
  );
  // Values of own fields are stored in the order of the ids of their fields.
  if (entries.length > 1 && entries.every(([key]) => isId(key))) entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries);
}

function adoptText(ids: AdoptedIds, text: string): string {
  if (text.length < 36 || text[8] !== '-') return text;
  const parts = text.split(',');
  return parts.every(isId) ? parts.map(ids.adoptAny).join(',') : text;
}
