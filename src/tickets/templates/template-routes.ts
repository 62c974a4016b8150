import type { FastifyInstance } from 'fastify';
import { id } from '../../platform/field-schemas.ts';
import { dataOf, listOf, newRouter, presentWholeList } from '../../platform/http/index.ts';
import { Type } from '../../platform/schema.ts';
import { canEditProject, canReadProject, getProjectFor, projectRef } from '../../projects/index.ts';
import { requirePermission } from '../../users/index.ts';
import { presentTemplate, Template, TemplateInput, TemplatePatch } from './template-schemas.ts';
import { changeTemplate, createTemplate, deleteTemplate, getTemplate, listTemplates } from './templates.ts';

const ofProject = Type.Object({ id: projectRef });
const ofTemplate = Type.Object({ id: projectRef, templateId: id() });

export function addTemplateRoutes(app: FastifyInstance): void {
  const router = newRouter(app, { tag: 'Templates', access: 'signed-in', forProjectKeys: true });
  router.get('/api/project/:id/templates', {
    operationId: 'listTemplates',
    summary: 'List the ticket templates of a project, by name',
    params: ofProject,
    authorizeFirst: requirePermission(getProjectFor, canReadProject),
    responses: { 200: { description: 'All of them', schema: listOf(Template) } },
    handle: async ({ scope, params }) =>
      presentWholeList((await listTemplates(scope, params.id)).map(presentTemplate)),
  });

  router.post('/api/project/:id/templates', {
    operationId: 'createTemplate',
    summary: 'Create a ticket template',
    params: ofProject,
    body: TemplateInput,
    authorizeFirst: requirePermission(getProjectFor, canEditProject),
    responses: { 201: { description: 'The template', schema: dataOf(Template) } },
    handle: async ({ scope, params, body }) => ({
      data: presentTemplate(await createTemplate(scope, params.id, body)),
    }),
  });

  router.get('/api/project/:id/templates/:templateId', {
    operationId: 'getTemplate',
    summary: 'Get a ticket template',
    params: ofTemplate,
    authorizeFirst: requirePermission(getProjectFor, canReadProject),
    responses: { 200: { description: 'The template', schema: dataOf(Template) } },
    handle: async ({ scope, params }) => ({
      data: presentTemplate(await getTemplate(scope, params.id, params.templateId)),
    }),
  });

  router.put('/api/project/:id/templates/:templateId', {
    operationId: 'updateTemplate',
    summary: 'Change a ticket template',
    description: 'Tickets that were created from it stay as they are. `ticket` is replaced as a whole.',
    params: ofTemplate,
    body: TemplatePatch,
    authorizeFirst: requirePermission(getProjectFor, canEditProject),
    responses: { 200: { description: 'The template as it is now', schema: dataOf(Template) } },
    handle: async ({ scope, params, body }) => ({
      data: presentTemplate(await changeTemplate(scope, params.id, params.templateId, body)),
    }),
  });

  router.delete('/api/project/:id/templates/:templateId', {
    operationId: 'deleteTemplate',
    summary: 'Delete a ticket template; 409 while schedules use it',
    params: ofTemplate,
    delete: ({ scope, params }) => deleteTemplate(scope, params.id, params.templateId),
  });
}
