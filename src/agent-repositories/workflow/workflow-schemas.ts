import { choice, id, nullable, timestamp } from '../../platform/field-schemas.ts';
import { Type } from '../../platform/schema.ts';
import { hookFields, workflowStatuses } from '../../workflow-file/index.ts';

const origin = (examples: string[] = ['file']) =>
  choice(['settings', 'file', 'default'], {
    description: 'Where the value comes from: the settings of the project, WORKFLOW.md, or neither',
    examples,
  });

const Problem = Type.Object(
  {
    line: Type.Integer({ examples: [3] }),
    column: Type.Integer({ examples: [13] }),
    message: Type.String({ examples: ['status cannot be "tod"'] }),
    instead: Type.String({ description: 'What to write instead', examples: ['todo'] }),
  },
  { title: 'AgentWorkflowProblem' },
);

const command = nullable(Type.String({ examples: ['npm ci'] }));
const hooks = Type.Object(
  {
    ...Object.fromEntries(hookFields.map((name) => [name, command])),
    timeoutSeconds: Type.Integer({ examples: [600] }),
  } as Record<(typeof hookFields)[number], typeof command> & {
    timeoutSeconds: ReturnType<typeof Type.Integer>;
  },
  {
    title: 'AgentWorkflowHooks',
    description: 'Shell commands that the runner runs in the worktree of a task',
  },
);
const checks = Type.Array(
  Type.Object({ name: Type.String({ examples: ['tests'] }), run: Type.String({ examples: ['npm test'] }) }),
  { description: 'Shell commands that must succeed before work is handed over' },
);
const commit = nullable(Type.String({ examples: ['1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d'] }));

export const Workflow = Type.Object(
  {
    repository: nullable(Type.String({ description: 'Where the file was found', examples: ['acme/app'] })),
    commit,
    policyCommit: nullable(
      Type.String({
        description: 'The commit of the last version without problems, which applies; null if none does',
      }),
    ),
    readAt: nullable(timestamp({ description: 'When the repository was read last' })),
    problems: Type.Array(Problem, {
      description: 'Of the newest version, and agents that it names but the project does not have',
    }),
    start: Type.Array(
      Type.Object({
        status: choice(workflowStatuses),
        labels: Type.Array(Type.String({ examples: ['agent'] })),
        agentId: nullable(id({ description: 'Null: every agent that works in the project' })),
        from: origin(['settings']),
      }),
      { description: 'A ticket that enters the status gets a task' },
    ),
    concurrency: Type.Array(
      Type.Object({
        status: choice(workflowStatuses),
        max: Type.Integer({ examples: [2] }),
        from: origin(),
      }),
      { description: 'How many tasks of tickets that entered the status are offered or running at a time' },
    ),
    paths: Type.Object({
      value: nullable(Type.Array(Type.String({ examples: ['src/**'] }))),
      from: origin(),
    }),
    budget: Type.Object({
      value: nullable(
        Type.Object({
          amount: Type.Integer({ examples: [5_000] }),
          currency: Type.String({ examples: ['EUR'] }),
          period: choice(['month', 'total']),
        }),
      ),
      from: origin(),
    }),
    hooks,
    checks,
    template: Type.String({ description: 'The prompt template', examples: ['Work on {{ ticket.key }}.'] }),
  },
  { title: 'AgentWorkflow', description: 'The effective policy of a project for agents' },
);

export const TaskWorkflow = Type.Object(
  {
    commit: Type.String({ examples: ['1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d'] }),
    hooks,
    checks,
    prompt: Type.String({
      description:
        'The template with the fields of the task. Lines that begin with > and inline code are data of others',
    }),
  },
  { title: 'AgentTaskWorkflow' },
);
