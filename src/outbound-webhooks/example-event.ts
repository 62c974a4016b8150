import type { EventType } from '../events/index.ts';
import type { JsonSchema } from '../platform/json-schema.ts';
import { makeExample } from '../platform/schema-example.ts';

const at = '2026-11-01T09:30:00.000Z';
const someId = (last: string) => `01922f0e-5b7a-7c11-9a53-6b1d2f3a4c${last}`;

/** Example values by field name; `object.field` takes precedence over `field`. */
const examples: Record<string, unknown> = {
  id: someId('5d'),
  'ticket.id': someId('01'),
  'project.id': someId('02'),
  'user.id': someId('03'),
  'member.id': someId('04'),
  'comment.id': someId('05'),
  'attachment.id': someId('06'),
  'task.id': someId('07'),
  'webhook.id': someId('08'),
  'import.id': someId('0d'),
  'import.product': 'github',
  'cycle.id': someId('0a'),
  'next.id': someId('0e'),
  'cycle.name': 'Cycle 7',
  'next.name': 'Cycle 8',
  'cycle.startsAt': '2026-10-19T00:00:00.000Z',
  'cycle.endsAt': '2026-11-01T23:59:59.999Z',
  ticketId: someId('01'),
  projectId: someId('02'),
  ownerId: someId('03'),
  reporterId: someId('03'),
  authorId: someId('03'),
  uploaderId: someId('03'),
  assigneeId: someId('04'),
  workspaceId: someId('09'),
  groupId: someId('0a'),
  milestoneId: someId('0f'),
  parentId: someId('0b'),
  labelIds: [someId('0c')],
  'ticket.rank': '0Vb4HYHq',
  'user.name': 'Ada Lovelace',
  'member.name': 'Grace Hopper',
  'project.name': 'Analytical Engine',
  'attachment.name': 'screenshot.png',
  'ticket.title': 'The engine stops when it is cold',
  'task.title': 'Look into ENG-42',
  'ticket.estimate': 3,
  'ticket.key': 'ENG-42',
  'project.key': 'ENG',
  'ticket.type': 'BUG',
  'ticket.status': 'in_progress',
  'ticket.priority': 'high',
  'ticket.stage': 'DEVELOPMENT',
  'ticket.description': 'Below 5 °C it stops after a minute.',
  'project.status': 'active',
  'project.visibility': 'private',
  'member.role': 'member',
  'task.kind': 'ticket',
  'task.state': 'queued',
  'task.priority': 'high',
  'activity.type': 'thought',
  'artifact.type': 'pull_request',
  'artifact.title': 'Keep the engine warm',
  content: 'It also happens at 6 °C.',
  contentType: 'image/png',
  size: 48_213,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  provider: 'github',
  'link.repository': 'example/engine',
  'repository.name': 'example/engine',
  'repository.state': 'approved',
  reference: '#7',
  url: 'https://github.com/example/engine/pull/7',
  mentioned: [someId('04')],
  changes: { status: { from: 'todo', to: 'in_progress' } },
  dueDate: '2026-12-24T17:00:00.000Z',
  completedAt: at,
  createdAt: at,
  updatedAt: at,
};

/** A complete payload, generated from the schema of the event type. */
export const exampleEvent = ({ name, payload }: EventType) => ({
  id: someId('5d'),
  type: name,
  timestamp: at,
  data: fill(payload as JsonSchema, ''),
});

function fill(schema: JsonSchema, name: string): unknown {
  const variants = schema.anyOf as JsonSchema[] | undefined;
  if (variants?.[0]) return fill(variants[0], name);
  if (schema.type !== 'object' || !schema.properties || schema.examples) return makeExample(schema);
  return Object.fromEntries(
    Object.entries(schema.properties).map(([field, inner]) => {
      const known =
        inner.examples || inner.enum ? undefined : (examples[`${name}.${field}`] ?? examples[field]);
      return [field, known ?? fill(inner, field)];
    }),
  );
}
