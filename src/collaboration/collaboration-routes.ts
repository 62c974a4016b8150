import type { FastifyInstance } from 'fastify';
import { choice, id, nullable } from '../platform/field-schemas.ts';
import { dataOf, newRouter } from '../platform/http/index.ts';
import { Type } from '../platform/schema.ts';
import { canReadProject, getProjectFor, projectRef } from '../projects/index.ts';
import { canEditTicket, canReadTicket, getTicketFor, ticketRef } from '../tickets/index.ts';
import { requirePermission } from '../users/index.ts';
import {
  endPresence,
  type Present,
  setProjectPresence,
  setTicketPresence,
  writingPlaces,
} from './presence.ts';
import { charactersMax, editText, openText, type StoredEdit, textFields } from './text-sessions.ts';

const tab = () =>
  Type.String({
    ...{ minLength: 8, maxLength: 64, pattern: '^[A-Za-z0-9-]+$' },
    description: 'A random name of the tab, which the client makes',
    examples: ['01922f0e-5b7a-7c11-9a53-6b1d2f3a4c5d'],
  });
const shown = Type.Optional(
  Type.Boolean({ description: 'False to be told who is here without being shown to the others' }),
);
const PresentPerson = Type.Object(
  {
    id: id(),
    name: Type.String({ examples: ['Grace Hopper'] }),
    image: nullable(Type.String()),
    tab: tab(),
    writing: Type.Optional(
      choice(writingPlaces, { description: 'Where they write; absent while they read' }),
    ),
  },
  { title: 'PresentPerson', description: 'Somebody else, once for each tab' },
);
const presentPeople = (people: Present[]) =>
  people.map(({ writing, ...person }) => ({ ...person, ...(writing && { writing }) }));
const presentIn = { 200: { description: 'Who else is there', schema: dataOf(Type.Array(PresentPerson)) } };

const unit = (description: string) =>
  Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1, description, examples: [0] });
const Edit = Type.Object(
  {
    from: unit('In UTF-16 units of the text before all edits of the list'),
    to: unit('The end of what is replaced'),
    insert: Type.String({ maxLength: charactersMax, examples: ['Hello'] }),
  },
  { title: 'TextEdit' },
);
const client = () => tab();
const SessionEdit = Type.Object(
  {
    version: Type.Integer({ examples: [3] }),
    client: Type.String({ description: '`docket` for a text that was saved by another way' }),
    number: Type.Integer({ examples: [1] }),
    userId: nullable(id()),
    edits: Type.Array(Edit),
  },
  { title: 'SessionEdit', description: 'An edit of a session, as all clients apply it' },
);
const Stored = Type.Object(
  { version: Type.Integer({ description: 'That of the ticket', examples: [4] }), text: Type.String() },
  { title: 'StoredText', description: 'What the ticket has now' },
);
const Session = Type.Object(
  {
    id: id(),
    version: Type.Integer({ description: 'Counts the edits', examples: [0] }),
    text: Type.String({ description: 'The text at this version' }),
    stored: Stored,
  },
  { title: 'TextSession' },
);
const EditAnswer = Type.Object(
  {
    isAccepted: Type.Boolean({
      description: 'False if others were quicker: transform the edits by `missing` and send them again',
    }),
    version: Type.Integer({ examples: [4] }),
    missing: Type.Array(SessionEdit, {
      description: 'The edits after `base`, without the one just accepted',
    }),
    stored: Type.Optional(Stored),
  },
  { title: 'TextEditAnswer' },
);
const EditInput = Type.Object({
  session: id(),
  client: client(),
  number: Type.Integer({
    ...{ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, examples: [1] },
    description: 'Counts the edits of the client; one that is repeated is made once',
  }),
  base: unit('The version that the edits apply to'),
  storedVersion: unit('The version of the stored text that the client knows'),
  edits: Type.Array(Edit, { maxItems: 1_000, description: 'In order; none to ask for what is missing' }),
});

const presentEdit = ({ edits, ...edit }: StoredEdit) => ({ ...edit, edits: JSON.parse(edits) });

const ofTicket = Type.Object({ id: ticketRef });
const ofText = Type.Object({ id: ticketRef, field: choice(textFields) });

export function addRoutes(app: FastifyInstance): void {
  const router = newRouter(app, { tag: 'Collaboration', access: 'signed-in', forProjectKeys: true });
  router.put('/api/tickets/:id/presence', {
    operationId: 'setTicketPresence',
    summary: 'Say that you look at a ticket, and see who else does',
    description:
      'For 75 seconds; repeat it every 20. Streams with `?presence=true` then send `presence.changed` and `text.edited` of this ticket.',
    params: ofTicket,
    body: Type.Object({
      tab: tab(),
      writing: Type.Optional(nullable(choice(writingPlaces, { description: 'Where you write' }))),
      shown,
    }),
    authorizeFirst: requirePermission(getTicketFor, canReadTicket),
    responses: presentIn,
    handle: async ({ scope, params: { id: ref }, body }) => ({
      data: presentPeople(await setTicketPresence(scope, ref, body)),
    }),
  });

  router.put('/api/project/:id/presence', {
    operationId: 'setProjectPresence',
    summary: 'Say that you look at a project, and see who else does',
    params: Type.Object({ id: projectRef }),
    body: Type.Object({ tab: tab(), shown }),
    authorizeFirst: requirePermission(getProjectFor, canReadProject),
    responses: presentIn,
    handle: async ({ scope, params: { id: ref }, body }) => ({
      data: presentPeople(await setProjectPresence(scope, ref, body)),
    }),
  });

  router.delete('/api/user/presence/:tab', {
    operationId: 'endPresence',
    summary: 'Say that a tab of yours is closed',
    params: Type.Object({ tab: tab() }),
    delete: ({ scope, params }) => endPresence(scope, params.tab),
  });

  router.post('/api/tickets/:id/texts/:field/session', {
    operationId: 'openText',
    summary: 'Begin to edit a text together with others, or join them',
    description:
      'Nothing is saved by it: save the text by an ordinary change of the ticket. The session ends when the last one who has said `writing` leaves.',
    params: ofText,
    authorizeFirst: requirePermission(getTicketFor, canEditTicket),
    responses: { 200: { description: 'The text as it is now', schema: dataOf(Session) } },
    handle: async ({ scope, params: { id: ref, field } }) => {
      const { id: sessionId, version, text, storedText, storedVersion } = await openText(scope, ref, field);
      return { data: { id: sessionId, version, text, stored: { version: storedVersion, text: storedText } } };
    },
  });

  router.post('/api/tickets/:id/texts/:field/edits', {
    operationId: 'editText',
    summary: 'Edit a text together with others',
    description:
      'An edit of the newest version is accepted and sent to the others; to any other the answer is what happened since.',
    params: ofText,
    body: EditInput,
    authorizeFirst: requirePermission(getTicketFor, canEditTicket),
    responses: { 200: { description: 'Whether the edit was accepted', schema: dataOf(EditAnswer) } },
    handle: async ({ scope, params: { id: ref, field }, body }) => {
      const answer = await editText(scope, ref, field, body);
      return { data: { ...answer, missing: answer.missing.map(presentEdit) } };
    },
  });
}
