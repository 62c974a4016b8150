import type { ToolResult } from './toolbox.ts';

type Responses = Record<string, { action?: unknown; content?: Record<string, unknown> } | undefined>;

const field = 'force';

/**
 * Whether a ticket is closed over its open children is for the person to say: a client that can ask them is told to (elicitation
 * of protocol version 2026-07-28), any other gets the refusal, which names `force`.
 */
export function askToForce(
  tool: string,
  { isError, content: [refusal] }: ToolResult,
  capabilities: { elicitation?: object } | undefined,
  responses: Responses | undefined,
) {
  const isAsked = responses?.[field] !== undefined;
  const text = refusal?.text ?? '';
  if (tool !== 'update_ticket' || !isError || isAsked || !capabilities?.elicitation) return undefined;
  if (!/^CONFLICT: .*open child/.test(text)) return undefined;
  const requestedSchema = {
    type: 'object',
    properties: { [field]: { type: 'boolean', title: 'Close it all the same' } },
    required: [field],
  };
  const params = { mode: 'form', message: text.replace(/^CONFLICT: /, ''), requestedSchema };
  return {
    resultType: 'input_required',
    inputRequests: { [field]: { method: 'elicitation/create', params } },
    content: [],
  };
}

export const isForced = (responses: Responses | undefined): boolean =>
  responses?.[field]?.action === 'accept' && responses[field]?.content?.[field] === true;
