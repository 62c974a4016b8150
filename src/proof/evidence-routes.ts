import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import { canWorkOnTask, getTaskFor } from '../agent-tasks/index.ts';
import { addFormRoutes, discardFiles, receiveForm, uploadedBytes } from '../attachments/index.ts';
import { id } from '../platform/field-schemas.ts';
import { dataOf, newRouter } from '../platform/http/index.ts';
import { Type } from '../platform/schema.ts';
import type { Storage } from '../platform/storage/index.ts';
import { parseInput } from '../platform/validation/index.ts';
import { canEditTicket, canReadTicket, getTicketFor, ticketRef } from '../tickets/index.ts';
import { requirePermission } from '../users/index.ts';
import { listEvidence } from './criteria.ts';
import { evidenceLimits } from './evidence.ts';
import { Evidence, EvidenceInput, presentEvidence, WorkerEvidenceInput } from './evidence-schemas.ts';
import { addEvidence, addEvidenceOfTask, type Upload } from './report-evidence.ts';

const ofTicket = Type.Object({ id: ticketRef });
const common = { access: 'signed-in', forProjectKeys: true } as const;
const added = { 201: { description: 'The evidence', schema: dataOf(Evidence) } };
const description =
  'As JSON, or as a form with files. Of a test report, JUnit XML and TAP files are read: they fill `tests` and decide `passed`. If anything is refused, nothing is stored.';

export function addEvidenceRoutes(
  app: FastifyInstance,
  storage: Storage,
  limits: { bytesMax: number; workspaceBytesMax: number },
): void {
  newRouter(app, { ...common, tag: 'Proof' }).list('/api/tickets/:id/evidence', {
    operationId: 'listEvidence',
    summary: 'List the evidence of a ticket, newest first',
    params: ofTicket,
    authorizeFirst: requirePermission(getTicketFor, canReadTicket),
    response: { description: 'A page of evidence', item: Evidence, present: presentEvidence },
    list: ({ scope, params: { id: ref } }, page) => listEvidence(scope, ref, page),
  });

  const addRoutes = (formApp: FastifyInstance) => {
    const router = newRouter(formApp, { ...common, tag: 'Proof', description });
    router.post('/api/tickets/:id/evidence', {
      operationId: 'addEvidence',
      summary: 'Add evidence to a ticket',
      params: ofTicket,
      body: EvidenceInput,
      filesMax: evidenceLimits.files,
      authorizeFirst: requirePermission(getTicketFor, canEditTicket),
      responses: added,
      handle: async (request) => {
        const upload = readUpload(request, EvidenceInput, storage, limits);
        return {
          data: presentEvidence(await addEvidence(request.scope, storage, request.params.id, upload)),
        };
      },
    });

    router.post('/v1/agent-tasks/:id/evidence', {
      operationId: 'addAgentTaskEvidence',
      summary: 'Add evidence to the ticket of a task',
      apiKeyScope: 'agent',
      params: Type.Object({ id: id() }),
      body: WorkerEvidenceInput,
      filesMax: evidenceLimits.files,
      authorizeFirst: ({ scope, params }) =>
        getTaskFor(scope.db.reads, scope.actor, params.id, canWorkOnTask),
      responses: added,
      handle: async (request) => {
        const upload = readUpload(request, WorkerEvidenceInput, storage, limits);
        const evidence = await addEvidenceOfTask(request.scope, storage, request.params.id, upload);
        return { data: presentEvidence(evidence) };
      },
    });
  };
  addFormRoutes(app, addRoutes, { alsoJson: true });
}

// A summary of 500 characters has at most 2,000 bytes, an address 2,000 characters.
const fieldBytesMax = 8_192;

function readUpload<S extends TSchema>(
  request: FastifyRequest,
  schema: S,
  storage: Storage,
  { bytesMax, workspaceBytesMax }: { bytesMax: number; workspaceBytesMax: number },
): Upload<Static<S>> {
  if (!request.isMultipart())
    return {
      // A body without a Content-Type is JSON too, which Fastify has not validated.
      receive: async () => ({ input: parseInput(schema, Object(request.body)), files: [] }),
      bytes: 0,
      workspaceBytesMax,
    };
  const limits = {
    filesMax: evidenceLimits.files,
    bytesMax: Math.min(bytesMax, evidenceLimits.fileBytes),
    fieldBytesMax,
  };
  return {
    receive: async () => {
      const { files, fields } = await receiveForm(request, storage, limits);
      try {
        return { input: parseInput(schema, parseFields(fields)), files };
      } catch (error) {
        await discardFiles(storage, files);
        throw error;
      }
    },
    bytes: uploadedBytes(request),
    workspaceBytesMax,
  };
}

/** Form fields are texts: flags and numbers become what JSON has. What does not fit stays, so that it is refused by name. */
function parseFields(fields: ReadonlyMap<string, string>): Record<string, unknown> {
  return Object.fromEntries(
    [...fields]
      .filter(([, text]) => text !== '')
      .map(([name, text]) => {
        if (name === 'passed' && /^(?:true|false)$/.test(text)) return [name, text === 'true'];
        if ((name === 'exitCode' || name === 'epoch') && /^-?\d{1,10}$/.test(text))
          return [name, Number(text)];
        return [name, text];
      }),
  );
}
