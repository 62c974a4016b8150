import { secondMs } from '../platform/clock.ts';
import type { OutboundHttp } from '../platform/outbound-http/index.ts';
import type { Toolbox, ToolDescription, ToolResult } from './toolbox.ts';

const timeoutMs = 120 * secondMs;
const answerBytesMax = 8 * 1024 * 1024;

/** The tools of a Docket elsewhere, asked over HTTP with an API key. */
export function newRemoteToolbox(http: OutboundHttp, baseUrl: string, apiKey: string): Toolbox {
  const ask = async (method: string, params: object): Promise<unknown> => {
    const { status, body } = await http.send({
      method: 'POST',
      url: new URL('/mcp', baseUrl),
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      totalTimeoutMs: timeoutMs,
      responseBytesMax: answerBytesMax,
      whenTooLarge: 'fail',
    });
    const answer = parseAnswer(body.toString());
    if (answer?.result !== undefined) return answer.result;
    throw new Error(answer?.error?.message ?? `Docket at ${baseUrl} answered with status ${status}`);
  };
  return {
    list: async () => ((await ask('tools/list', {})) as { tools: ToolDescription[] }).tools,
    call: async (name, input) => (await ask('tools/call', { name, arguments: input })) as ToolResult,
  };
}

interface Answer {
  result?: unknown;
  error?: { message: string };
}

/** As JSON, or as the one message of a stream. */
function parseAnswer(text: string): Answer | undefined {
  const data = text.startsWith('{') ? text : /^data: (\{.*\})$/m.exec(text)?.[1];
  if (data === undefined) return undefined;
  try {
    return JSON.parse(data) as Answer;
  } catch {
    return undefined;
  }
}
