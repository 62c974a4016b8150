import { secondMs } from '../platform/clock.ts';
import type { OutboundHttp } from '../platform/outbound-http/index.ts';
import type { ReportProgress, ToolProgress } from './tool.ts';
import type { Toolbox, ToolDescription, ToolResult } from './toolbox.ts';

const timeoutMs = 600 * secondMs;
const responseBytesMax = 8 * 1024 * 1024;

/** The tools of a remote Docket server, called over HTTP with an API key. */
export function newRemoteToolbox(http: OutboundHttp, baseUrl: string, apiKey: string): Toolbox {
  const request = async (method: string, params: object, report?: ReportProgress): Promise<unknown> => {
    const sentParams = report ? { ...params, _meta: { progressToken: 1 } } : params;
    const { status, body } = await http.stream(
      {
        method: 'POST',
        url: new URL('/mcp', baseUrl),
        headers: {
          authorization: `Bearer ${apiKey}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: sentParams }),
        totalTimeoutMs: timeoutMs,
        responseBytesMax,
      },
      new AbortController().signal,
    );
    let response: Message | undefined;
    for await (const message of readMessages(body)) {
      const { method: notification, params: { progress, total, message: text } = {} } = message;
      if (notification === 'notifications/progress' && progress !== undefined)
        report?.({ progress, ...(total !== undefined && { total }), ...(text && { message: text }) });
      if (message.id === 1 || message.error) response = message;
    }
    if (response?.result !== undefined) return response.result;
    throw new Error(response?.error?.message ?? `Docket at ${baseUrl} answered with status ${status}`);
  };
  return {
    list: async () => ((await request('tools/list', {})) as { tools: ToolDescription[] }).tools,
    call: async (name, input, report) =>
      (await request('tools/call', { name, arguments: input }, report)) as ToolResult,
  };
}

interface Message {
  id?: number;
  result?: unknown;
  error?: { message: string };
  method?: string;
  params?: Partial<ToolProgress>;
}

/** The messages of a JSON response, or of an event stream as they arrive. */
async function* readMessages(chunks: AsyncIterable<Buffer>): AsyncIterable<Message> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() as string;
    for (const line of lines) yield* parseLine(line);
  }
  yield* parseLine(rest);
}

function* parseLine(line: string): Iterable<Message> {
  const data = /^(?:data: ?)?(\{.*\})\r?$/.exec(line)?.[1];
  if (data === undefined) return;
  try {
    yield JSON.parse(data) as Message;
  } catch {
    // Ignores lines that are not JSON-RPC messages.
  }
}
