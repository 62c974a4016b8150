import path from 'node:path';
import type { SessionUpdate, ToolCallContent, ToolCallLocation, ToolKind } from '@agentclientprotocol/sdk';
import { parseFiles, parseUsage } from '../command-lines.ts';
import type { Report } from '../work.ts';

const textMax = 16_000;
const titleMax = 500;
const planMax = 100;
const toolsMax = 1_000;

interface Tool {
  kind: ToolKind;
  title: string;
  files: Set<string>;
  /** Whether the step was reported. */
  isTold: boolean;
}

/** Reports what the agent sends: its words, plan, steps, touched files and cost. */
export function newUpdateReporter(report: Report, tree: string) {
  const tools = new Map<string, Tool>();
  let speaking: { type: 'message' | 'thought'; text: string } | undefined;
  let plan = '';
  let costBefore = 0;
  let cost = 0;

  const say = (type: 'thought' | 'action' | 'message' | 'error', content: string, files: string[] = []) => {
    if (content.trim() === '') return;
    report({
      docket: 'activity',
      type,
      content: content.slice(0, textMax),
      ...(files.length > 0 && { files }),
    });
  };
  /** Words arrive in pieces; they are reported when something else follows. */
  const flush = () => {
    if (speaking) say(speaking.type, speaking.text);
    speaking = undefined;
  };
  const speak = (type: 'message' | 'thought', text: string) => {
    if (speaking?.type !== type || speaking.text.length + text.length > textMax) flush();
    speaking = { type, text: (speaking?.text ?? '') + text };
  };
  const toRelative = (files: string[]) =>
    parseFiles(files.map((file) => path.relative(tree, path.resolve(tree, file)))) ?? [];

  const findTool = (id: string): Tool => {
    const tool = tools.get(id) ?? { kind: 'other', title: '', files: new Set(), isTold: false };
    tools.set(id, tool);
    const [oldest] = tools.keys();
    if (tools.size > toolsMax && oldest !== undefined) tools.delete(oldest);
    return tool;
  };
  const step = (update: ToolUpdate) => {
    const tool = findTool(update.toolCallId);
    tool.kind = update.kind ?? tool.kind;
    tool.title = update.title?.slice(0, titleMax) ?? tool.title;
    // Files that the agent only reads are not touched.
    const isReading = tool.kind === 'read' || tool.kind === 'search';
    const named = [
      ...(update.content ?? []).flatMap((part) => (part.type === 'diff' ? [part.path] : [])),
      ...(isReading ? [] : (update.locations ?? []).map((location) => location.path)),
    ];
    const files = toRelative(named).filter((file) => !tool.files.has(file));
    for (const file of files) tool.files.add(file);
    const text = `${tool.kind}: ${tool.title || 'step'}`;
    if (update.status === 'failed') say('error', `Failed: ${text}`, files);
    else if (!tool.isTold || files.length > 0) say('action', text, files);
    tool.isTold = true;
  };

  return {
    tools,
    flush,
    update: (update: SessionUpdate) => {
      if (update.sessionUpdate === 'agent_message_chunk' || update.sessionUpdate === 'agent_thought_chunk') {
        const type = update.sessionUpdate === 'agent_message_chunk' ? 'message' : 'thought';
        if (update.content.type === 'text') speak(type, update.content.text);
        return;
      }
      if (update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update') {
        flush();
        step(update);
      } else if (update.sessionUpdate === 'plan') {
        const text = describePlan(update.entries);
        if (text === plan) return;
        plan = text;
        flush();
        say('thought', text);
      } else if (update.sessionUpdate === 'usage_update' && update.cost) {
        const total = toMinorUnits(update.cost);
        if (total === undefined) return;
        cost = total;
        // The session may have begun in an earlier attempt, whose cost was reported then.
        const amount = Math.max(0, total - costBefore);
        report({ docket: 'usage', ...parseUsage({ cost: { amount, currency: update.cost.currency } }) });
      }
    },
    /** A resumed session has cost something before. */
    resume: (before: number) => {
      costBefore = before;
      cost = before;
    },
    /** Of the whole session, in minor units. */
    readCost: () => cost,
  };
}

interface ToolUpdate {
  toolCallId: string;
  kind?: ToolKind | null;
  title?: string | null;
  status?: string | null;
  content?: ToolCallContent[] | null;
  locations?: ToolCallLocation[] | null;
}

const marks: Record<string, string> = { completed: 'x', in_progress: '~' };

/** The plan as a checklist. */
function describePlan(entries: { content: string; status: string }[]): string {
  const lines = entries
    .slice(0, planMax)
    .map(
      ({ content, status }) => `- [${marks[status] ?? ' '}] ${content.replace(/\s+/g, ' ').slice(0, 150)}`,
    );
  return lines.length === 0 ? '' : ['Plan', ...lines].join('\n');
}

/** Undefined for units that are no currency, such as credits. */
function toMinorUnits({ amount, currency }: { amount: number; currency: string }): number | undefined {
  try {
    const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', {
      style: 'currency',
      currency,
    }).resolvedOptions();
    const minor = Math.round(amount * 10 ** maximumFractionDigits);
    return Number.isSafeInteger(minor) && minor >= 0 ? minor : undefined;
  } catch {
    return undefined;
  }
}
