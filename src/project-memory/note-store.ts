import { type Queries, sql, statement, type Tx } from '../platform/db/index.ts';
import type { Note } from './note.ts';

type NoteRow = Omit<Note, 'tags'> & { tags: string };

const selectNotes = `select n.id, n.project_id as "projectId", n.text, n.tags, n.state, n.created_by as "createdBy",
  u.name as "authorName", n.accepted_by as "acceptedBy", n.version, n.created_at as "createdAt", n.updated_at as "updatedAt"
  from project_notes n left join users u on u.id = n.created_by`;

const listNotesSql = statement<{ projectId: string }, NoteRow>(
  `${selectNotes} where n.project_id = :projectId order by n.updated_at desc, n.id desc`,
);
/** The notes of a project, the last changed first. */
export const listNotes = async (queries: Queries, projectId: string) =>
  (await queries.list(listNotesSql, { projectId })).map(toNote);

const lockNoteSql = statement<{ id: string }, NoteRow>(`${selectNotes} where n.id = :id for update of n`);
/** Other changes of the note wait for the end of the transaction. */
export async function lockNote(tx: Tx, id: string): Promise<Note | undefined> {
  const row = await tx.find(lockNoteSql, { id });
  return row && toNote(row);
}

export const countNotes = sql.count<{ projectId: string }, { total: number }>(
  'select count(*) as total from project_notes where project_id = :projectId',
);

const insertNoteSql = statement<Omit<NoteRow, 'authorName'>>(`
  insert into project_notes (id, project_id, text, tags, state, created_by, accepted_by, version, created_at, updated_at)
  values (:id, :projectId, :text, :tags, :state, :createdBy, :acceptedBy, :version, :createdAt, :updatedAt)`);
export const insertNote = (tx: Tx, { authorName: _, ...note }: Note) =>
  tx.run(insertNoteSql, { ...note, tags: JSON.stringify(note.tags) });

const updateNoteSql = statement<
  Pick<NoteRow, 'id' | 'text' | 'tags' | 'state' | 'acceptedBy' | 'version' | 'updatedAt'>
>(`
  update project_notes set text = :text, tags = :tags, state = :state, accepted_by = :acceptedBy, version = :version,
    updated_at = :updatedAt
  where id = :id`);
export const updateNote = (tx: Tx, { id, text, tags, state, acceptedBy, version, updatedAt }: Note) =>
  tx.run(updateNoteSql, { id, text, tags: JSON.stringify(tags), state, acceptedBy, version, updatedAt });

export const deleteNoteRow = sql.run<{ id: string }>('delete from project_notes where id = :id');

const toNote = (row: NoteRow): Note => ({ ...row, tags: JSON.parse(row.tags) as string[] });
