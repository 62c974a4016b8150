import { type Queries, sql, statement, type Tx } from '../../platform/db/index.ts';
import { foldCase } from '../../platform/fold-case.ts';
import type { TicketContent, TicketTemplate } from './template.ts';

type TemplateRow = Omit<TicketTemplate, 'content'> & { content: string };

const columns = `t.id, t.project_id as "projectId", t.name, t.content, t.created_at as "createdAt", t.updated_at as "updatedAt"`;

const findTemplateSql = statement<{ id: string }, TemplateRow>(
  `select ${columns} from ticket_templates t where t.id = :id`,
);
export const findTemplate = async (queries: Queries, id: string) =>
  toTemplate(await queries.find(findTemplateSql, { id }));

const byName = statement<{ projectId: string; name: string }, TemplateRow>(
  `select ${columns} from ticket_templates t where t.project_id = :projectId and t.name_folded = :name`,
);
export const findTemplateNamed = async (queries: Queries, projectId: string, name: string) =>
  toTemplate(await queries.find(byName, { projectId, name: foldCase(name) }));

const listTemplatesOfSql = statement<{ projectId: string }, TemplateRow>(
  `select ${columns} from ticket_templates t where t.project_id = :projectId order by t.name_folded, t.id`,
);
export const listTemplatesOf = async (queries: Queries, projectId: string) =>
  (await queries.list(listTemplatesOfSql, { projectId })).map((row) => toTemplate(row));

const insertTemplateSql = statement<TemplateRow & { nameFolded: string }>(`
  insert into ticket_templates (id, project_id, name, name_folded, content, created_at, updated_at)
  values (:id, :projectId, :name, :nameFolded, :content, :createdAt, :updatedAt)`);
export const insertTemplate = (tx: Tx, template: TicketTemplate) =>
  tx.run(insertTemplateSql, toTemplateRow(template));

const update = statement<
  Pick<TemplateRow, 'id' | 'name' | 'content' | 'updatedAt'> & { nameFolded: string }
>(`
  update ticket_templates set name = :name, name_folded = :nameFolded, content = :content, updated_at = :updatedAt
  where id = :id`);
export const updateTemplate = (tx: Tx, template: TicketTemplate) => {
  const { id, name, nameFolded, content, updatedAt } = toTemplateRow(template);
  return tx.run(update, { id, name, nameFolded, content, updatedAt });
};
export const deleteTemplateRow = sql.run<{ id: string }>('delete from ticket_templates where id = :id');

function toTemplate(row: TemplateRow): TicketTemplate;
function toTemplate(row: TemplateRow | undefined): TicketTemplate | undefined;
function toTemplate(row: TemplateRow | undefined): TicketTemplate | undefined {
  return row && { ...row, content: JSON.parse(row.content) as TicketContent };
}

const toTemplateRow = (template: TicketTemplate) => ({
  ...template,
  nameFolded: foldCase(template.name),
  content: JSON.stringify(template.content),
});
