import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientNetworks } from '../platform/client-networks.ts';
import type { SteadyClock } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { notFound, Refusal } from '../platform/errors.ts';
import { choice } from '../platform/field-schemas.ts';
import { dataOf, listOf, newRouter, presentWholeList, RateLimiter } from '../platform/http/index.ts';
import { toIso } from '../platform/instant.ts';
import { Type } from '../platform/schema.ts';
import type { SecretBox } from '../platform/secret-box/index.ts';
import { canGrantAccess, getProjectFor, projectRef } from '../projects/index.ts';
import { canReadTicket, getTicketFor, ticketRef } from '../tickets/index.ts';
import { requirePermission } from '../users/index.ts';
import { type ChannelKind, channelKinds } from './channel.ts';
import { findSender, type OpenChannel } from './channel-store.ts';
import { closeChannel, listChannels, type OpenedChannel, openChannel } from './channels.ts';
import { FormInput, IntakeChannel, IntakeForm, Received, TicketSender } from './intake-schemas.ts';
import { type Mapping, readSubmission } from './read-submission.ts';
import { getChannel, receiveSubmission } from './receive.ts';

interface IntakeContext {
  db: Database;
  clock: SteadyClock;
  secretBox: SecretBox;
  config: {
    serverUrl: string;
    baseUrl: string;
    RATE_LIMIT: number | 'off';
    SMTP_URL?: string | undefined;
  };
}

const bodyBytesMax = 10 * 1024 * 1024;
const formBytesMax = 200 * 1024;
/** Requests of one address, and of all, to one form; and to one webhook or mail address. */
const perMinute = { address: 5, form: 30, program: 120 };

export function addRoutes(app: FastifyInstance, context: IntakeContext): void {
  addSettingRoutes(app, context);
  addReceiveRoutes(app, context);
}

function addSettingRoutes(app: FastifyInstance, { db, secretBox, config }: IntakeContext): void {
  const router = newRouter(app, { tag: 'Triage', access: 'signed-in' });
  const authorizeFirst = requirePermission(getProjectFor, canGrantAccess);
  const params = Type.Object({ id: projectRef });
  const ofChannel = Type.Object({ id: projectRef, kind: choice(channelKinds) });
  const present = ({ kind, token, createdAt }: OpenedChannel) => ({
    kind,
    url: kind === 'form' ? `${config.baseUrl}/form/${token}` : `${config.serverUrl}/api/intake/${token}`,
    createdAt: toIso(createdAt),
  });
  router.get('/api/project/:id/intake-channels', {
    operationId: 'listIntakeChannels',
    summary: 'List the ways into the triage of a project',
    params,
    authorizeFirst,
    secretResponse: true,
    responses: { 200: { description: 'At most one of each kind', schema: listOf(IntakeChannel) } },
    handle: async ({ scope, params: { id } }) =>
      presentWholeList((await listChannels(scope, secretBox, id)).map(present)),
  });
  router.put('/api/project/:id/intake-channels/:kind', {
    operationId: 'openIntakeChannel',
    summary: 'Open a way into the triage of a project, or give it another address',
    description:
      'The former address stops working at once. Tickets arrive only while the project has triage on.',
    params: ofChannel,
    authorizeFirst,
    secretResponse: true,
    responses: { 200: { description: 'The channel', schema: dataOf(IntakeChannel) } },
    handle: async ({ scope, params: { id, kind } }) => ({
      data: present(await openChannel(scope, secretBox, id, kind)),
    }),
  });
  router.delete('/api/project/:id/intake-channels/:kind', {
    operationId: 'closeIntakeChannel',
    summary: 'Close a way into the triage of a project',
    params: ofChannel,
    authorizeFirst,
    delete: ({ scope, params: { id, kind } }) => closeChannel(scope, id, kind),
  });
  router.get('/api/tickets/:id/sender', {
    operationId: 'getTicketSender',
    summary: 'Get who sent a ticket by form, webhook or mail, if somebody did',
    forProjectKeys: true,
    params: Type.Object({ id: ticketRef }),
    responses: { 200: { description: 'The sender', schema: dataOf(TicketSender) } },
    handle: async ({ scope, params: { id } }) => {
      const ticket = await getTicketFor(scope.db.reads, scope.actor, id, canReadTicket);
      const sender = await findSender(db.reads, { ticketId: ticket.id });
      if (!sender) return { data: { canBeTold: false } };
      const { kind, name, email } = sender;
      const canBeTold = email !== null && config.SMTP_URL !== undefined;
      return { data: { kind, ...(name && { name }), ...(email && { email }), canBeTold } };
    },
  });
}

function addReceiveRoutes(app: FastifyInstance, { db, clock, config }: IntakeContext): void {
  const router = newRouter(app, { tag: 'Triage', access: 'public' });
  const limit = newLimit({ clock, config });
  const params = Type.Object({
    token: Type.String({ maxLength: 100, description: 'From the address of the channel' }),
  });
  const getForm = async (token: string) => {
    const channel = await getChannel({ db }, token);
    if (channel.kind !== 'form') throw notFound('Channel');
    return channel;
  };
  router.get('/api/intake/:token', {
    operationId: 'getIntakeForm',
    summary: 'Get what a form is for',
    params,
    responses: { 200: { description: 'The form', schema: dataOf(IntakeForm) } },
    handle: async ({ params: { token } }) => ({ data: { project: (await getForm(token)).projectName } }),
  });

  const path = (of: string) =>
    Type.Optional(
      Type.String({ maxLength: 200, description: `Where the body has the ${of}, such as \`a.b\`` }),
    );
  router.post('/api/intake/:token', {
    operationId: 'sendToTriage',
    summary: 'Send a ticket to the triage of a project',
    description:
      'Needs no account. A form takes the fields below. A webhook or mail address takes any JSON object; the query says where it has title, text, name and e-mail address, or a whole mail (`message`, RFC 5322).',
    params,
    query: Type.Object({
      title: path('title'),
      text: path('text'),
      name: path('name of the sender'),
      email: path('e-mail address of the sender'),
      message: path('mail as it was received'),
    }),
    body: FormInput,
    takesBytes: true,
    bodyBytesMax,
    responses: { 201: { description: 'It waits in triage', schema: dataOf(Received) } },
    // Before the body is read: who does not know the token cannot make Docket read 10 MiB.
    checkHeaders: async (request) => {
      const channel = await getChannel({ db }, request.params.token);
      limit(channel, request);
      if (channel.kind === 'form' && Number(request.headers['content-length'] ?? Number.NaN) <= formBytesMax)
        return;
      if (channel.kind === 'form')
        throw new Refusal('PAYLOAD_TOO_LARGE', 'The text is too long. Shorten it and send it again.');
    },
    handle: async ({ params: { token }, query, body }) => {
      const channel = await getChannel({ db }, token);
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
      const submission = readSubmission(channel.kind, query as Mapping, bytes);
      if (!submission) return { data: { received: true } };
      const key = await receiveSubmission({ db, clock }, channel, submission);
      return { data: { received: true, ...(channel.kind !== 'form' && key && { key }) } };
    },
  });
}

function newLimit({ clock, config }: Pick<IntakeContext, 'clock' | 'config'>) {
  if (config.RATE_LIMIT === 'off') return () => {};
  // Each process counts for itself: with so few requests an exchange would cost more than it saves.
  const limiter = new RateLimiter(perMinute.address, { clock });
  return ({ id, kind }: Pick<OpenChannel, 'id'> & { kind: ChannelKind }, request: FastifyRequest) => {
    const perChannel = kind === 'form' ? perMinute.form : perMinute.program;
    if (kind === 'form')
      limiter.admit(`intake ${id} ${clientNetworks(request.clientAddress).network}`, undefined);
    limiter.admit(`intake ${id}`, undefined, perChannel);
  };
}
