import type { YAMLMap } from 'yaml';
import type { FrontMatterReader } from './front-matter-reader.ts';
import {
  hookNames,
  workflowLimits as limits,
  noHooks,
  type StartRule,
  type WorkflowBudget,
  type WorkflowCheck,
  type WorkflowHooks,
  type WorkflowPolicy,
  type WorkflowStatus,
  workflowStatuses,
} from './workflow-policy.ts';

type Entries = ReturnType<FrontMatterReader['readMap']>;
type Entry = Entries[string];

const keys = ['start', 'concurrency', 'hooks', 'checks', 'paths', 'budget'] as const;

/** What the front matter says. Its values are only used if the reader found no problem. */
export function readPolicy(
  reader: FrontMatterReader,
  frontMatter: YAMLMap | null,
  template: string,
): WorkflowPolicy {
  const { start, concurrency, hooks, checks, paths, budget } = reader.readMap('The file', frontMatter, keys);
  return {
    start: reader.readList('start', start, limits.rules).flatMap((item) => readRule(reader, item) ?? []),
    concurrency: readConcurrency(reader, concurrency),
    hooks: readHooks(reader, hooks),
    checks: reader.readList('checks', checks, limits.checks).flatMap((item) => readCheck(reader, item) ?? []),
    paths: readPaths(reader, paths),
    budget: readBudget(reader, budget),
    template,
  };
}

/** `status: todo`, or only `todo`. */
function readRule(reader: FrontMatterReader, item: NonNullable<Entry>): StartRule | undefined {
  if (item.value && 'value' in item.value) {
    const status = reader.readWord('status', item, workflowStatuses);
    return status && { status, labels: [], agent: null };
  }
  const { status, labels, agent } = reader.readMap(
    'start',
    item.value,
    ['status', 'labels', 'agent'],
    item.at,
  );
  if (!status) return reader.add(item.at, 'The rule has no status', 'status: todo');
  const word = reader.readWord('status', status, workflowStatuses);
  return (
    word && {
      status: word,
      labels: reader
        .readList('labels', labels, limits.labels)
        .flatMap((label) => reader.readText('A label', label, 100) ?? []),
      agent: reader.readText('agent', agent, 200) ?? null,
    }
  );
}

function readConcurrency(reader: FrontMatterReader, entry: Entry): WorkflowPolicy['concurrency'] {
  const statuses = reader.readMap('concurrency', entry?.value, workflowStatuses, entry?.at);
  const given = (Object.keys(statuses) as WorkflowStatus[]).flatMap((status) => {
    const max = reader.readNumber(`concurrency of ${status}`, statuses[status], 1, limits.concurrency);
    return max === undefined ? [] : [[status, max] as const];
  });
  return Object.fromEntries(given);
}

function readHooks(reader: FrontMatterReader, entry: Entry): WorkflowHooks {
  const names = Object.keys(hookNames) as (keyof typeof hookNames)[];
  const hooks = reader.readMap('hooks', entry?.value, [...names, 'timeout'], entry?.at);
  const commands = names.map((name) => [
    hookNames[name],
    reader.readText(name, hooks[name], limits.command) ?? null,
  ]);
  const timeoutSeconds =
    reader.readNumber('timeout', hooks.timeout, 1, limits.hookSeconds) ?? noHooks.timeoutSeconds;
  return { ...Object.fromEntries(commands), timeoutSeconds };
}

/** `name: tests` and `run: npm test`, or only the command. */
function readCheck(reader: FrontMatterReader, item: NonNullable<Entry>): WorkflowCheck | undefined {
  if (item.value && 'value' in item.value) {
    const run = reader.readText('A check', item, limits.command);
    return run === undefined ? undefined : { name: run.split('\n')[0]?.slice(0, 100) ?? run, run };
  }
  const { name, run } = reader.readMap('checks', item.value, ['name', 'run'], item.at);
  if (!run) return reader.add(item.at, 'The check has no command', 'run: npm test');
  const command = reader.readText('run', run, limits.command);
  if (command === undefined) return undefined;
  return {
    name: reader.readText('name', name, 100) ?? command.split('\n')[0]?.slice(0, 100) ?? '',
    run: command,
  };
}

function readPaths(reader: FrontMatterReader, entry: Entry): string[] | null {
  if (!entry) return null;
  const items = reader.readList('paths', entry, limits.paths);
  if (items.length === 0)
    reader.add(entry.at, 'paths names no file, so agents could change nothing', '- src/** or no key paths');
  return items.flatMap((item) => {
    const path = reader.readText('A path', item, 300);
    if (path === undefined) return [];
    const isRelative = !/^[/\\]|\\|(?:^|\/)\.{1,2}(?:\/|$)|\/\//.test(path);
    return isRelative
      ? [path]
      : (reader.add(
          item.at,
          'A path is relative to the root of the repository',
          'src/** without /, ./, ../ or \\ in it',
        ) ?? []);
  });
}

function readBudget(reader: FrontMatterReader, entry: Entry): WorkflowBudget | null {
  if (!entry) return null;
  const budget = reader.readMap('budget', entry.value, ['amount', 'currency', 'period'], entry.at);
  if (!budget.amount || !budget.currency) {
    reader.add(
      entry.at,
      'A budget needs an amount and a currency',
      'amount: 5000 and currency: EUR, for 50.00 EUR',
    );
    return null;
  }
  const amount = reader.readNumber('amount, in minor units,', budget.amount, 0, limits.amount);
  const currency = reader.readText('currency', budget.currency, 3);
  if (currency !== undefined && !Intl.supportedValuesOf('currency').includes(currency))
    reader.add(budget.currency.at, 'currency must be a code of ISO 4217', 'EUR, USD …');
  const period = reader.readWord('period', budget.period, ['month', 'total']) ?? 'month';
  return amount === undefined || currency === undefined ? null : { amount, currency, period };
}
