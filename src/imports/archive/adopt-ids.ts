import { hash } from 'node:crypto';
import type { Reference } from '../../archives/index.ts';
import { formatUuid, isId } from '../../platform/ids.ts';

/** Maps each id of the archive to the id that its row has in this Docket. */
export interface AdoptedIds {
  /** Maps the id of an imported row. */
  adopt: (id: string) => string;
  /** Maps the id in a reference column. Returns undefined if the row it refers to is not imported. */
  findReference: (to: Reference, id: string) => string | undefined;
  /** Maps an id found in a JSON value, whose kind is unknown. */
  adoptAny: (id: string) => string;
}

interface ProjectMapping {
  project: { id: string; sourceId: string; workspaceId: string; sourceWorkspaceId: string };
  /** Maps people and labels of the archive to those of this Docket. */
  people: ReadonlyMap<string, string>;
  labels: ReadonlyMap<string, string>;
  /** If empty, other ids are kept. Otherwise they are hashed with it, so every attempt maps them alike. */
  salt: string;
}

/** The mapping for importing one project into an existing project. */
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

/** The mapping for importing a whole instance: an id is kept unless this Docket has the same thing under another id. */
export function newInstanceIds(known: ReadonlyMap<string, string>): AdoptedIds {
  const adopt = (id: string) => known.get(id) ?? id;
  return { adopt, findReference: (_, id) => adopt(id), adoptAny: adopt };
}

function makeId(salt: string, id: string): string {
  const bytes = Buffer.from(hash('sha256', JSON.stringify([salt, id])), 'hex').subarray(0, 16);
  // Ids begin with their time of creation, which keeps rows created together close in indexes.
  Buffer.from(id.replaceAll('-', '').slice(0, 12), 'hex').copy(bytes);
  bytes[6] = 0x70 | ((bytes[6] as number) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] as number) & 0x3f);
  return formatUuid(bytes);
}

/** Replaces every id, and every comma-separated list of ids, in the texts and keys of a JSON value. */
export function adoptJson(ids: AdoptedIds, value: unknown): unknown {
  if (typeof value === 'string') return adoptText(ids, value);
  if (Array.isArray(value)) return value.map((item) => adoptJson(ids, item));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(
    ([key, item]) => [adoptText(ids, key), adoptJson(ids, item)] as const,
  );
  // Values of custom fields are stored in the order of the field ids.
  if (entries.length > 1 && entries.every(([key]) => isId(key))) entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries);
}

function adoptText(ids: AdoptedIds, text: string): string {
  if (text.length < 36 || text[8] !== '-') return text;
  const parts = text.split(',');
  return parts.every(isId) ? parts.map(ids.adoptAny).join(',') : text;
}
