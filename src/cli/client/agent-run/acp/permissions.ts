import { createHash } from 'node:crypto';
import path from 'node:path';
import type { RequestPermissionRequest, RequestPermissionResponse, ToolKind } from '@agentclientprotocol/sdk';
import type { Question } from '../command-lines.ts';

export const toolKinds = [
  'read',
  'edit',
  'delete',
  'move',
  'search',
  'execute',
  'think',
  'fetch',
  'switch_mode',
  'other',
] as const satisfies ToolKind[];
export const allowedByDefault: readonly ToolKind[] = ['read', 'edit', 'delete', 'move', 'search', 'think'];
const changing: readonly ToolKind[] = ['edit', 'delete', 'move'];

/** What the agent wants to do, as it describes it: the sandbox confines what it does. */
export interface PermissionRequest {
  kind: ToolKind;
  title: string;
  input: unknown;
  paths: string[];
}

/** What people have decided about the work so far. */
export interface Decisions {
  /** Keys of requests, and `kind:…`, that are allowed for the rest of the work. */
  allowed: readonly string[];
  /** The answer to the request that was asked last. */
  last?: { key: string; isAllowed: boolean } | undefined;
}

export type Decision = 'allow' | 'reject' | 'ask';

export function decide(
  request: PermissionRequest,
  tree: string,
  policy: readonly ToolKind[],
  { allowed, last }: Decisions,
): Decision {
  const key = permissionKey(request);
  if (last?.key === key) return last.isAllowed ? 'allow' : 'reject';
  if (allowed.includes(kindKey(request.kind))) return 'allow';
  if (!policy.includes(request.kind)) return 'ask';
  if (changing.includes(request.kind) && request.paths.some((file) => !isWithin(tree, file))) return 'ask';
  return 'allow';
}

const isWithin = (tree: string, file: string) => {
  const relative = path.relative(tree, path.resolve(tree, file));
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
};

export const kindKey = (kind: ToolKind) => `kind:${kind}`;

/** The same for the same request in a later session. */
export const permissionKey = ({ kind, title, input }: PermissionRequest) =>
  createHash('sha256')
    .update(JSON.stringify([kind, title, input ?? null]))
    .digest('hex');

/** Chooses among the options of the agent; the agent remembers nothing that a person has not decided. */
export function answerPermission(
  options: RequestPermissionRequest['options'],
  decision: 'allow' | 'reject',
): RequestPermissionResponse {
  const wanted = [`${decision}_once`, `${decision}_always`];
  const option = wanted.map((kind) => options.find((one) => one.kind === kind)).find(Boolean);
  return option
    ? { outcome: { outcome: 'selected', optionId: option.optionId } }
    : { outcome: { outcome: 'cancelled' } };
}

const inputShown = 4_000;

export function describePermission({ kind, title, input, paths }: PermissionRequest): Question {
  const details = [
    `The agent asks for permission: ${title}`,
    `Kind: ${kind}`,
    ...(paths.length > 0 ? [`Files: ${paths.slice(0, 20).join(', ')}`] : []),
    ...(input === undefined ? [] : [JSON.stringify(input, undefined, 2).slice(0, inputShown)]),
    `Approve to allow it once. With the reason "always", every request of the kind ${kind} is allowed in this work.`,
  ];
  return { question: details.join('\n\n'), kind: 'approval' };
}
