import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Ajv } from 'ajv';
import ajvFormats from 'ajv-formats';
import { eventCatalogue } from '../composition/event-catalogue.ts';
import { describeEvents } from './describe-events.ts';

const documentedNames = [
  'ticket.created',
  'ticket.updated',
  'ticket.deleted',
  'ticket.status_changed',
  'ticket.assigned',
  'comment.created',
  'comment.updated',
  'comment.deleted',
  'project.created',
  'project.updated',
  'project.deleted',
  'member.added',
  'member.removed',
  'attachment.created',
  'agent_task.queued',
  'agent_task.completed',
];

describe('describeEvents', () => {
  const described = describeEvents(eventCatalogue);

  test('every public event is described, and every documented event is public', () => {
    const names = described.map(({ name }) => name);
    assert.deepEqual(
      names,
      eventCatalogue.filter(({ isPublic }) => isPublic).map(({ name }) => name),
    );
    assert.deepEqual(
      documentedNames.filter((name) => !names.includes(name)),
      [],
    );
  });

  for (const { name, body, example } of described) {
    test(`the example of ${name} matches its schema`, () => {
      const ajv = new Ajv({ strict: false });
      (ajvFormats as unknown as typeof ajvFormats.default)(ajv);
      assert.ok(ajv.validate(body, example), ajv.errorsText());
      assert.equal((example as { type: string }).type, name);
    });
  }
});
