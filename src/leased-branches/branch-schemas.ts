import type { Static } from 'typebox';
import { nullable } from '../platform/field-schemas.ts';
import { Type } from '../platform/schema.ts';

const fields = {
  enabled: Type.Boolean({ description: 'Whether agents reach the repository through Docket; at first true' }),
  paths: nullable(
    Type.Array(Type.String({ minLength: 1, maxLength: 400 }), {
      maxItems: 100,
      examples: [['src/**', 'docs/']],
      description:
        'The paths that a push may change: `*` stands for any text within a name, `**` for any folders, and a folder for everything below it. Null, as at first: those that WORKFLOW.md of the repository names, else all paths',
    }),
  ),
  maxMegabytes: Type.Integer({
    minimum: 1,
    maximum: 2_000,
    examples: [50],
    description: 'The size of one push in MiB; at first 50',
  }),
};

export const AgentBranches = Type.Object(fields, { title: 'AgentBranches' });
export type AgentBranches = Static<typeof AgentBranches>;

export const AgentBranchesInput = Type.Object({
  enabled: Type.Optional(fields.enabled),
  paths: Type.Optional(fields.paths),
  maxMegabytes: Type.Optional(fields.maxMegabytes),
});
export type AgentBranchesInput = Static<typeof AgentBranchesInput>;
