import { choice, id, nullable, trimmed } from '../../platform/field-schemas.ts';
import { Type } from '../../platform/schema.ts';
import { ticketStatuses } from '../ticket.ts';
import { limitMax, type Workflow as OwnWorkflow, ownStatusesMax, workflowExemptions } from './workflow.ts';

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
const limit = (description: string) =>
  Type.Integer({ minimum: 1, maximum: limitMax, description, examples: [5] });
const ownId = (description: string) => Type.Optional(id({ description }));
const name = () => trimmed(1, 40, { examples: ['Selected'] });
const hidden = { description: 'No ticket is moved there, and clients do not offer it', examples: [false] };

export const Workflow = Type.Object(
  {
    statuses: Type.Array(
      Type.Object(
        {
          id: ownId('Of a status that the project added for `status`; absent for the six themselves'),
          status: choice(ticketStatuses),
          name: nullable(Type.String({ description: 'Null: the name by default', examples: ['Selected'] })),
          color: nullable(color()),
          hidden: Type.Boolean(hidden),
          limit: Type.Optional(
            limit('How many tickets should be there at most; boards show it, and nothing is refused'),
          ),
        },
        { title: 'WorkflowStatus' },
      ),
      { description: 'All six and those that the project added, in the order of the project' },
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
          id: ownId('Of a status that the project added; its name stays if it is absent'),
          status: choice(ticketStatuses),
          name: Type.Optional(nullable(name())),
          color: Type.Optional(nullable(color())),
          hidden: Type.Optional(Type.Boolean(hidden)),
          limit: Type.Optional(nullable(limit('Absent: it stays as it is; null removes it'))),
        }),
        {
          maxItems: ticketStatuses.length + ownStatusesMax,
          description:
            'In order; what is left out follows as it is by default, and statuses that the project added stay',
          examples: [[{ status: 'todo', name: 'Selected' }]],
        },
      ),
    ),
  ),
  transitions: Type.Optional(transitions()),
  exempt: Type.Optional(exempt({ default: [] })),
});

export const LimitsInput = Type.Object({
  limits: Type.Unsafe<Record<string, number | null>>(
    Type.Partial(
      Type.Object(
        Object.fromEntries(
          ticketStatuses.map((status) => [status, nullable(limit('The limit; null removes it'))]),
        ),
      ),
      {
        additionalProperties: nullable(limit('The limit of a status that the project added, by its id')),
        description: 'A status that is left out keeps its limit',
        examples: [{ in_progress: 5, in_review: null }],
      },
    ),
  ),
});

export const OwnStatusInput = Type.Object(
  {
    status: choice(ticketStatuses, { description: 'Which of the six it is for every client and statistic' }),
    name: name(),
    color: Type.Optional(nullable(color())),
    limit: Type.Optional(nullable(limit('How many tickets should be there at most'))),
  },
  { examples: [{ status: 'in_review', name: 'QA', color: '#8250df' }] },
);
