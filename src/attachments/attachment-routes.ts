import type { FastifyInstance } from 'fastify';
import { id } from '../platform/field-schemas.ts';
import { newRouter } from '../platform/http/index.ts';
import { Type } from '../platform/schema.ts';
import type { Storage } from '../platform/storage/index.ts';
import { canReadTicket, getTicketFor, ticketRef } from '../tickets/index.ts';
import { requirePermission } from '../users/index.ts';
import { canDisplayInline } from './attachment.ts';
import { Attachment, DownloadQuery, presentAttachment } from './attachment-schemas.ts';
import { addAttachments, deleteAttachment, getAttachment, listAttachments } from './attachments.ts';
import { contentDisposition } from './content-disposition.ts';
import { addFormRoutes } from './file-forms.ts';
import { receiveFiles, uploadedBytes } from './receive-files.ts';
import { sendFile } from './send-file.ts';

const filesMax = 10;
const params = Type.Object({ id: ticketRef });
const common = { tag: 'Tickets', access: 'signed-in', forProjectKeys: true } as const;

export function addAttachmentRoutes(
  app: FastifyInstance,
  storage: Storage,
  limits: { bytesMax: number; workspaceBytesMax: number },
): void {
  const { bytesMax, workspaceBytesMax } = limits;
  const router = newRouter(app, common);
  router.list('/api/tickets/:id/attachments', {
    operationId: 'listAttachments',
    summary: 'List the attachments of a ticket, oldest first',
    params,
    authorizeFirst: requirePermission(getTicketFor, canReadTicket),
    response: { description: 'A page of attachments', item: Attachment, present: presentAttachment },
    list: ({ scope, params: { id: ref } }, page) => listAttachments(scope, ref, page),
  });

  addFormRoutes(app, (formApp) =>
    newRouter(formApp, common).post('/api/tickets/:id/attachments', {
      operationId: 'addAttachments',
      summary: 'Attach files to a ticket',
      description: 'If one file is refused, none is attached.',
      params,
      filesMax,
      responses: {
        201: {
          description: 'The new attachments in the order of the files; a list even for one file',
          schema: Type.Object({ data: Type.Array(Attachment) }),
        },
      },
      handle: async (request) => {
        const { scope, params } = request;
        const receive = () => receiveFiles(request, storage, { filesMax, bytesMax });
        const upload = { receive, bytes: uploadedBytes(request), workspaceBytesMax };
        const attachments = await addAttachments(scope, storage, params.id, upload);
        return { data: attachments.map(presentAttachment) };
      },
    }),
  );

  router.get('/api/attachments/:id', {
    operationId: 'downloadAttachment',
    summary: 'Download an attachment',
    params: Type.Object({ id: id() }),
    query: DownloadQuery,
    sendsFile: true,
    authorizeFirst: ({ scope, params }) => getAttachment(scope, params.id),
    responses: { 200: { description: 'The file' } },
    handle: async (request, reply) => {
      const attachment = await getAttachment(request.scope, request.params.id);
      const isInline = request.query.inline === '1' && canDisplayInline(attachment.contentType);
      const disposition = contentDisposition(isInline ? 'inline' : 'attachment', attachment.name);
      return sendFile(request, reply, storage, attachment, { 'content-disposition': disposition });
    },
  });

  router.delete('/api/tickets/:id/attachments/:attachmentId', {
    operationId: 'deleteAttachment',
    summary: 'Delete an attachment: your own, or any as an admin of the project',
    params: Type.Object({ id: ticketRef, attachmentId: id() }),
    delete: ({ scope, params: { id: ref, attachmentId } }) =>
      deleteAttachment(scope, storage, ref, attachmentId),
  });
}
