import { Refusal } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { parseInput } from '../platform/validation/index.ts';
import type { Scope } from '../users/index.ts';
import { fitText } from './fit-answer.ts';
import { type McpTasks, newMcpTasks } from './mcp-tasks.ts';
import { listOwnTickets, type ResourceContent, type ResourceItem, readResource } from './resources.ts';
import type { AnyTool, ReportProgress, ToolOutput } from './tool.ts';
import { writeOutput } from './write-output.ts';

export interface ToolDescription {
  name: string;
  description?: string;
  inputSchema: { type: 'object'; [key: string]: unknown };
  annotations?: { readOnlyHint?: boolean; destructiveHint?: boolean };
}

export interface ToolResult {
  content: { type: 'text'; text: string }[];
  isError?: boolean;
}

/** The tools that an agent may use, run in this process or by a remote server. */
export interface Toolbox {
  list(): Promise<ToolDescription[]>;
  /** Returns undefined for an unknown tool. */
  call(
    name: string,
    input: Record<string, unknown>,
    report?: ReportProgress,
  ): Promise<ToolResult | undefined>;
  tasks: McpTasks;
  listResources(): Promise<ResourceItem[]>;
  /** Returns undefined for an unknown address, and for what the actor may not read. */
  readResource(uri: string): Promise<ResourceContent | undefined>;
}

/** The tools for one actor, run in this process. */
export function newToolbox(tools: readonly AnyTool[], scope: Scope, logger: Logger): Toolbox {
  const usable = tools.filter((tool) => canUse(scope, tool));
  return {
    list: async () => usable.map(presentTool),
    call: async (name, input, report = () => {}) => {
      const tool = tools.find((candidate) => candidate.name === name);
      if (!tool) return undefined;
      try {
        if (!canUse(scope, tool)) throw lacksScope(tool);
        return presentOutput(await tool.call(scope, parseArguments(tool, input), report));
      } catch (error) {
        return presentFailure(error, logger, name);
      }
    },
    tasks: newMcpTasks(scope),
    listResources: () => listOwnTickets(scope),
    readResource: (uri) => readResource(scope, uri),
  };
}

const canUse = ({ actor: { credential } }: Scope, { scopes }: AnyTool) =>
  credential.kind === 'session' || scopes.some((scope) => credential.scopes.includes(scope));

/** An ignored misspelt argument would mislead the agent, so it is refused. */
const parseArguments = ({ input: schema }: AnyTool, input: Record<string, unknown>) =>
  parseInput(schema, input, { refusesUnknown: true });

const lacksScope = ({ scopes }: AnyTool) =>
  new Refusal('FORBIDDEN', `This API key lacks the scope "${scopes.join('" or "')}"`);

function presentTool({ name, description, input, isReadOnly, isDestructive }: AnyTool): ToolDescription {
  return {
    name,
    description,
    inputSchema: JSON.parse(JSON.stringify(input, omitLimits)) as ToolDescription['inputSchema'],
    // By default the protocol assumes that a tool changes and destroys something. A tool that changes nothing cannot
    // destroy.
    annotations: isReadOnly ? { readOnlyHint: true } : isDestructive ? {} : { destructiveHint: false },
  };
}

const limits = new Set([
  'default',
  'examples',
  'multipleOf',
  'x-trimmed',
  'x-unlisted',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'maxItems',
  'minimum',
  'maximum',
]);

/**
 * Removes limits from the schemas: each agent carries all schemas in its context, and limits would be a fifth of it. A
 * value beyond a limit is refused with a sentence that names it. A property may have the name of a limit and is then an
 * object; `examples` is the only list. `x-unlisted` is on choices whose words other tools list.
 */
function omitLimits(this: object, name: string, value: unknown): unknown {
  if (name === 'enum' && 'x-unlisted' in this) return undefined;
  return limits.has(name) && (typeof value !== 'object' || Array.isArray(value)) ? undefined : value;
}

function presentOutput(output: ToolOutput): ToolResult {
  return { content: [{ type: 'text', text: writeOutput(output) }] };
}

/** A refusal says what the agent can correct. Internal errors are logged, and the agent gets no details of them. */
function presentFailure(error: unknown, logger: Logger, tool: string): ToolResult {
  const text =
    error instanceof Refusal ? describeRefusal(error) : 'Something went wrong in Docket. Try again later.';
  if (!(error instanceof Refusal)) logger.error({ err: error, tool }, 'MCP tool failed');
  return { isError: true, content: [{ type: 'text', text: fitText(text) }] };
}

export function describeRefusal({ code, message, details }: Refusal): string {
  const fields = Object.entries(details ?? {}).map(
    ([field, sentences]) => `${field}: ${sentences.join('; ')}`,
  );
  return `${code}: ${message}${fields.length > 0 ? ` (${fields.join('. ')})` : ''}`;
}
