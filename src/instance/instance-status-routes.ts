import type { FastifyInstance } from 'fastify';
import type { MailQueue } from '../mail/index.ts';
import { dataOf, newRouter } from '../platform/http/index.ts';
import { Type } from '../platform/schema.ts';
import { getInstanceStatus, InstanceStatus, type StatusSettings } from './instance-status.ts';
import { sendTestMail } from './mail-test.ts';

export function addInstanceStatusRoutes(
  app: FastifyInstance,
  settings: StatusSettings,
  mailQueue: MailQueue | undefined,
): void {
  const router = newRouter(app, { tag: 'Instance', access: 'signed-in' });

  router.get('/api/instance/status', {
    operationId: 'getInstanceStatus',
    summary: 'Get version, settings, sizes and background work, for administrators',
    responses: { 200: { description: 'The status', schema: dataOf(InstanceStatus) } },
    handle: async ({ scope }) => ({ data: await getInstanceStatus(scope, settings) }),
  });

  router.post('/api/instance/mail-test', {
    operationId: 'sendTestMail',
    summary: 'Send a test mail to yourself, for administrators',
    description: '409 if no mail server is configured, 502 with its answer if it does not accept the mail.',
    asksOthers: true,
    responses: {
      200: {
        description: 'The mail server accepted the mail',
        schema: dataOf(Type.Object({ to: Type.String({ examples: ['ada@example.org'] }) })),
      },
    },
    handle: async ({ scope }) => ({ data: { to: await sendTestMail(scope, mailQueue) } }),
  });
}
