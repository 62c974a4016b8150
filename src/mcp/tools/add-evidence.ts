import { choice, trimmed } from '../../platform/field-schemas.ts';
import { Type } from '../../platform/schema.ts';
import { evidenceLimits, reportEvidence, reportedKinds } from '../../proof/index.ts';
import { tool } from '../tool.ts';

export const addEvidence = tool({
  name: 'add_evidence',
  description: 'Shows that a criterion of a ticket, or of your task, holds or not.',
  scopes: ['write', 'agent'],
  input: Type.Object({
    ticket: Type.Optional(Type.String()),
    task: Type.Optional(Type.String()),
    epoch: Type.Optional(Type.Integer()),
    criterion: Type.Optional(Type.String()),
    // Without its words, to save context: a wrong one is refused with all of them.
    kind: choice(reportedKinds, { 'x-unlisted': true }),
    commit: Type.Optional(Type.String({ pattern: '^[0-9a-fA-F]{7,64}$' })),
    passed: Type.Boolean(),
    summary: trimmed(1, evidenceLimits.summary),
    exitCode: Type.Optional(Type.Integer()),
    url: Type.Optional(Type.String()),
  }),
  call: async (scope, { ticket, task, epoch, criterion, ...fields }) => {
    const evidence = await reportEvidence(
      scope,
      { ticket, task, epoch },
      { ...fields, ...(criterion !== undefined && { criterionId: criterion }) },
    );
    return { data: { evidence: evidence.id, passed: evidence.passed, decides: evidence.decides } };
  },
});
