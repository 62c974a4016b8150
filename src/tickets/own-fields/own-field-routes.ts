import type { FastifyInstance } from 'fastify';
import { id } from '../../platform/field-schemas.ts';
import { dataOf, listOf, newRouter, presentWholeList } from '../../platform/http/index.ts';
import { Type } from '../../platform/schema.ts';
import { canEditProject, canReadProject, getProjectFor, projectRef } from '../../projects/index.ts';
import { requirePermission } from '../../users/index.ts';
import { OwnField, OwnFieldInput, OwnFieldPatch, presentOwnField } from './own-field-schemas.ts';
import { archiveOwnField, changeOwnField, createOwnField, listOwnFields } from './own-fields.ts';

const ofProject = Type.Object({ id: projectRef });
const ofField = Type.Object({ id: projectRef, fieldId: id() });
const theField = { 200: { description: 'The field as it is now', schema: dataOf(OwnField) } };

export function addOwnFieldRoutes(app: FastifyInstance): void {
  const router = newRouter(app, { tag: 'Fields', access: 'signed-in', forProjectKeys: true });
  router.get('/api/project/:id/fields', {
    operationId: 'listFields',
    summary: 'List the own fields of a project, in order',
    params: ofProject,
    query: Type.Object({
      archived: Type.Optional(Type.Boolean({ description: 'Also archived ones', default: false })),
    }),
    authorizeFirst: requirePermission(getProjectFor, canReadProject),
    responses: { 200: { description: 'All of them', schema: listOf(OwnField) } },
    handle: async ({ scope, params, query }) =>
      presentWholeList((await listOwnFields(scope, params.id, query.archived ?? false)).map(presentOwnField)),
  });

  router.post('/api/project/:id/fields', {
    operationId: 'createField',
    summary: 'Add a field to the tickets of a project',
    params: ofProject,
    body: OwnFieldInput,
    authorizeFirst: requirePermission(getProjectFor, canEditProject),
    responses: { 201: { description: 'The field', schema: dataOf(OwnField) } },
    handle: async ({ scope, params, body }) => ({
      data: presentOwnField(await createOwnField(scope, params.id, body)),
    }),
  });

  router.put('/api/project/:id/fields/:fieldId', {
    operationId: 'updateField',
    summary: 'Change, reorder, archive or restore a field',
    params: ofField,
    body: OwnFieldPatch,
    authorizeFirst: requirePermission(getProjectFor, canEditProject),
    responses: theField,
    handle: async ({ scope, params, body }) => ({
      data: presentOwnField(await changeOwnField(scope, params.id, params.fieldId, body)),
    }),
  });

  router.delete('/api/project/:id/fields/:fieldId', {
    operationId: 'archiveField',
    summary: 'Archive a field; tickets keep its values, and it can be restored',
    params: ofField,
    delete: ({ scope, params }) => archiveOwnField(scope, params.id, params.fieldId),
  });
}
