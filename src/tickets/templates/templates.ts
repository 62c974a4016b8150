import type { Queries, Tx } from '../../platform/db/index.ts';
import { quoteNames } from '../../platform/error-texts.ts';
import { assertValid, conflict, type FieldMessages, notFound } from '../../platform/errors.ts';
import { foldCase } from '../../platform/fold-case.ts';
import { newId } from '../../platform/ids.ts';
import { canEditProject, canReadProject, getProjectFor } from '../../projects/index.ts';
import type { Scope } from '../../users/index.ts';
import { listNamesOfSchedulesWith } from '../schedules/schedule-store.ts';
import { recordSettingEvent } from '../setting-events.ts';
import { newLookups } from '../ticket-lookups.ts';
import { type TicketTemplate, templateLimits } from './template.ts';
import * as store from './template-store.ts';
import { type ContentInput, homeOfProject, parseContent, withCurrentContents } from './ticket-content.ts';

type Project = Awaited<ReturnType<typeof getProjectFor>>;

/** An absent field keeps its value; a content is replaced as a whole. */
export interface TemplateChanges {
  name?: string | undefined;
  ticket?: ContentInput | undefined;
}

export async function listTemplates({ db, actor }: Scope, ref: string): Promise<TicketTemplate[]> {
  const project = await getProjectFor(db.reads, actor, ref, canReadProject);
  const templates = await store.listTemplatesOf(db.reads, project.id);
  return withCurrentContents(newLookups(db.reads, actor), project, templates);
}

export async function getTemplate({ db, actor }: Scope, ref: string, id: string): Promise<TicketTemplate> {
  const project = await getProjectFor(db.reads, actor, ref, canReadProject);
  const template = await getTemplateOf(db.reads, project, id);
  const [current] = await withCurrentContents(newLookups(db.reads, actor), project, [template]);
  return current ?? template;
}

export async function createTemplate(
  scope: Scope,
  ref: string,
  { name, ticket }: TemplateChanges & { name: string },
): Promise<TicketTemplate> {
  return scope.write(async (tx) => {
    const { project, templates } = await lockTemplates(tx, scope, ref);
    if (templates.length >= templateLimits.templates)
      throw conflict(`A project has at most ${templateLimits.templates} templates: delete one first`);
    const now = scope.clock.now();
    const template: TicketTemplate = {
      id: newId(now),
      projectId: project.id,
      name,
      content: {},
      createdAt: now,
      updatedAt: now,
    };
    const after = await applyChanges(tx, scope, project, templates, template, { ticket });
    await store.insertTemplate(tx, after);
    await recordSettingEvent(tx, scope, 'template', 'created', after);
    return after;
  });
}

export async function changeTemplate(
  scope: Scope,
  ref: string,
  id: string,
  changes: TemplateChanges,
): Promise<TicketTemplate> {
  return scope.write(async (tx) => {
    const { project, templates } = await lockTemplates(tx, scope, ref);
    const before = await getTemplateOf(tx, project, id);
    const after = await applyChanges(tx, scope, project, templates, before, changes);
    if (JSON.stringify(after) === JSON.stringify(before)) return before;
    after.updatedAt = Math.max(scope.clock.now(), before.updatedAt + 1);
    await store.updateTemplate(tx, after);
    await recordSettingEvent(tx, scope, 'template', 'updated', after);
    return after;
  });
}

/** Refuses to delete a template with schedules, which would create other tickets than their owners wanted. */
export async function deleteTemplate(scope: Scope, ref: string, id: string): Promise<string> {
  return scope.write(async (tx) => {
    const { project } = await lockTemplates(tx, scope, ref);
    const template = await getTemplateOf(tx, project, id);
    const schedules = await listNamesOfSchedulesWith(tx, { templateId: id });
    if (schedules.length > 0)
      throw conflict(
        `Schedules use this template: ${quoteNames(schedules)}. Delete them or give them another template first.`,
      );
    await store.deleteTemplateRow(tx, { id });
    await recordSettingEvent(tx, scope, 'template', 'deleted', template);
    return id;
  });
}

/** Changes of the templates of one project run one after the other, so that names stay unique. */
async function lockTemplates(tx: Tx, { actor }: Scope, ref: string) {
  const project = await getProjectFor(tx, actor, ref, canEditProject);
  await lockTemplatesOf(tx, project.id);
  return { project, templates: await store.listTemplatesOf(tx, project.id) };
}

/** Schedules take this lock too, so that their template is not deleted at the same moment. */
export const lockTemplatesOf = (tx: Tx, projectId: string) => tx.advisoryLock(`templates ${projectId}`);

async function getTemplateOf(queries: Queries, project: { id: string }, id: string) {
  const template = await store.findTemplate(queries, id);
  if (template?.projectId !== project.id) throw notFound('Template');
  return template;
}

async function applyChanges(
  queries: Queries,
  { actor }: Scope,
  project: Project,
  templates: TicketTemplate[],
  before: TicketTemplate,
  { name = before.name, ticket }: TemplateChanges,
): Promise<TicketTemplate> {
  const problems: FieldMessages = {};
  const others = templates.filter(({ id }) => id !== before.id);
  if (others.some((other) => foldCase(other.name) === foldCase(name)))
    problems.name = ['Name must be unique: the project has a template with this name'];
  const parsed = ticket && (await parseContent(newLookups(queries, actor), homeOfProject(project), ticket));
  for (const [field, messages] of Object.entries(parsed?.problems ?? {}))
    problems[`ticket.${field}`] = messages;
  assertValid(problems);
  return { ...before, name, content: parsed?.content ?? before.content };
}
