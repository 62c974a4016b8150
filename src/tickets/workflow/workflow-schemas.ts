import { choice, nullable, trimmed } from '../../platform/field-schemas.ts';
import { Type } from '../../platform/schema.ts';
import { ticketStatuses } from '../ticket.ts';
import { type Workflow as OwnWorkflow, workflowExemptions } from './workflow.ts';

const color = () => Type.String({ pattern: '^#[0-9a-fA-F]{6}$', examples: ['#d73a4a'] });
const transitions = () =>
  Type.Unsafe<OwnWorkflow['transitions']>({
    ...Type.Partial(
      Type.Object(
        Object.fromEntries(
          ticketStatuses.map((status) => [
            status,
            Type.Array(choice(ticketStatuses), { maxItems: ticketStatuses.length }),
          ]),
        ),
      ),
      {
        additionalProperties: false,
        description:
          'For each status those that may follow it; a status that is left out may be followed by any. Null: any may follow any',
        examples: [{ todo: ['in_progress'], in_progress: ['todo', 'in_review'] }],
      },
    ),
    type: ['object', 'null'],
  });
const exempt = (options: object = {}) =>
  Type.Array(choice(workflowExemptions), {
    maxItems: workflowExemptions.length,
    description:
      'Whom the transitions do not bind: `agents`, and `automation`: pull requests that move their tickets',
    examples: [['automation']],
    ...options,
  });
const hidden = { description: 'No ticket is moved there, and clients do not offer it', examples: [false] };

export const Workflow = Type.Object(
  {
    statuses: Type.Array(
      Type.Object(
        {
          status: choice(ticketStatuses),
          name: nullable(Type.String({ description: 'Null: the name by default', examples: ['Selected'] })),
          color: nullable(color()),
          hidden: Type.Boolean(hidden),
        },
        { title: 'WorkflowStatus' },
      ),
      { description: 'All six, in the order of the project' },
    ),
    transitions: transitions(),
    exempt: exempt(),
  },
  { title: 'Workflow' },
);

export const WorkflowInput = Type.Object({
  statuses: Type.Optional(
    nullable(
      Type.Array(
        Type.Object({
          status: choice(ticketStatuses),
          name: Type.Optional(nullable(trimmed(1, 40, { examples: ['Selected'] }))),
          color: Type.Optional(nullable(color())),
          hidden: Type.Optional(Type.Boolean(hidden)),
        }),
        {
          maxItems: ticketStatuses.length,
          description: 'In order; what is left out follows as it is by default',
          examples: [[{ status: 'todo', name: 'Selected' }]],
        },
      ),
    ),
  ),
  transitions: Type.Optional(transitions()),
  exempt: Type.Optional(exempt({ default: [] })),
});
