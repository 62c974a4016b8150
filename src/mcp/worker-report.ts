import type { Static } from 'typebox';
import { type ForWorker, UsageInput } from '../agent-tasks/index.ts';
import { Type } from '../platform/schema.ts';
import { parseInput } from '../platform/validation/index.ts';
import { shorten } from './shorten.ts';
import type { ToolData } from './tool.ts';

type Usage = Static<typeof UsageInput>;

/** What a worker sends with each of its reports. Only report_activity describes it, to save context. */
export const reportInputs = {
  task: Type.String(),
  epoch: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
  usage: Type.Optional(Type.Unsafe<Record<string, unknown>>({ type: 'object' })),
  acknowledge: Type.Optional(Type.Array(Type.String(), { maxItems: 100 })),
};

interface GivenReport {
  usage?: Record<string, unknown> | undefined;
  acknowledge?: string[] | undefined;
}

export const parseReport = ({ usage, acknowledge }: GivenReport) => ({
  usage: usage && (parseInput(UsageInput, usage, { refusesUnknown: true }) as Usage),
  acknowledge,
});

const messageCharactersMax = 4_000;

/**
 * What people want from the worker. A message is sent by somebody who may answer the task, so it is no untrusted text; the
 * name of the sender is.
 */
export function describeForWorker(data: object, { messages, stop }: ForWorker): ToolData {
  return {
    data: {
      ...data,
      ...(messages.length > 0 && {
        messages: messages.map(({ id, text }) => ({ id, text: shorten(text, messageCharactersMax) })),
      }),
      ...(stop !== null && { stop }),
    },
    ...(messages.length > 0 && {
      untrusted: { senders: messages.map(({ id, authorName }) => ({ id, name: authorName })) },
    }),
  };
}
