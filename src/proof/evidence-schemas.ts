import { choice, id, nullable, timestamp, trimmed } from '../platform/field-schemas.ts';
import { present } from '../platform/present.ts';
import { Type } from '../platform/schema.ts';
import {
  CriterionCheck,
  type Criterion as CriterionRow,
  criterionLimits,
  criterionStates,
  criterionText,
} from '../tickets/index.ts';
import { evidenceKinds, evidenceLimits, reportedKinds } from './evidence.ts';
import type { EvidenceWithFiles } from './evidence-store.ts';

const sha256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const exampleSummary = '42 tests passed';

const EvidenceFile = Type.Object(
  {
    name: Type.String({ examples: ['junit.xml'] }),
    contentType: Type.String({ examples: ['application/octet-stream'] }),
    size: Type.Number({ description: 'In bytes', examples: [48_213] }),
    sha256: Type.String({ examples: [sha256] }),
    url: nullable(
      Type.String({
        description: 'Path of the download; null after the attachment was deleted',
        examples: ['/api/attachments/01922f0e-5b7a-7c11-9a53-6b1d2f3a4c5d'],
      }),
    ),
  },
  { title: 'EvidenceFile' },
);

export const Evidence = Type.Object(
  {
    id: id(),
    ticketId: id(),
    criterionId: nullable(id({ description: 'Null: it is about the whole ticket' })),
    taskId: nullable(id({ description: 'The agent task whose worker reported it' })),
    author: nullable(Type.Object({ id: id(), name: Type.String({ examples: ['Ada Lovelace'] }) })),
    host: nullable(Type.String({ description: 'The code host that reported it', examples: ['github'] })),
    kind: choice(evidenceKinds, { examples: ['test_report'] }),
    commit: nullable(Type.String({ examples: ['1a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d7e8f9a0b'] })),
    passed: Type.Boolean({ examples: [true] }),
    summary: Type.String({ examples: [exampleSummary] }),
    exitCode: nullable(Type.Integer({ examples: [0] })),
    url: nullable(Type.String({ examples: ['https://ci.example.com/runs/7'] })),
    tests: nullable(
      Type.Object(
        {
          passed: Type.Integer({ examples: [42] }),
          failed: Type.Integer({ examples: [0] }),
          skipped: Type.Integer({ examples: [1] }),
          failing: Type.Array(Type.String(), { description: 'The names of the first 50' }),
        },
        { title: 'TestCounts', description: 'Of a JUnit or TAP report' },
      ),
    ),
    check: nullable(
      Type.Object(
        { name: Type.String({ examples: ['build'] }), conclusion: Type.String({ examples: ['success'] }) },
        { title: 'CheckResult', description: 'Of a `host_check`, in the words of the code host' },
      ),
    ),
    files: Type.Array(EvidenceFile),
    createdAt: timestamp(),
  },
  { title: 'Evidence' },
);

export const presentEvidence = (evidence: EvidenceWithFiles) =>
  present(Evidence, evidence, {
    author: evidence.authorId === null ? null : { id: evidence.authorId, name: evidence.authorName ?? '' },
    check:
      evidence.checkName === null
        ? null
        : { name: evidence.checkName, conclusion: evidence.conclusion ?? '' },
    files: evidence.files.map(({ name, contentType, size, sha256: hash, attachmentId }) => ({
      name,
      contentType,
      size,
      sha256: hash,
      url: attachmentId === null ? null : `/api/attachments/${attachmentId}`,
    })),
  });

export const Criterion = Type.Object(
  {
    id: id(),
    text: Type.String({ examples: ['The invoice shows the rate of its day'] }),
    check: nullable(CriterionCheck()),
    isRunnable: Type.Boolean({
      description:
        'A person wrote its command, so `docket agent run` runs it in a task of the kind `recheck`',
      examples: [false],
    }),
    state: choice(criterionStates, {
      description:
        '`shown`: evidence passes on the newest commit; `stale`: it passed, but a newer commit exists; `failed`: the newest evidence failed',
    }),
    evidence: nullable(Evidence),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  { title: 'Criterion' },
);

/** The evidence of an open criterion is that of its former text. */
export const presentCriterion = ({
  evidence,
  checkType,
  checkValue,
  ...criterion
}: CriterionRow & { evidence: EvidenceWithFiles | undefined }) =>
  present(Criterion, criterion, {
    isRunnable: criterion.isRunnable === 1,
    check: checkType === null ? null : { type: checkType, ...(checkValue !== null && { value: checkValue }) },
    evidence: evidence && criterion.state !== 'open' ? presentEvidence(evidence) : null,
  });

export const CriterionPatch = Type.Object({
  text: Type.Optional(criterionText()),
  check: Type.Optional(nullable(CriterionCheck())),
});

export const CriteriaOrder = Type.Object({
  order: Type.Array(id(), {
    maxItems: criterionLimits.criteria,
    description: 'The ids of all criteria of the ticket',
  }),
});

/** A form sends numbers and flags as text; see `parseFields`. */
export const EvidenceInput = Type.Object({
  criterionId: Type.Optional(nullable(id({ description: 'A criterion of the ticket' }))),
  kind: choice(reportedKinds, { examples: ['command'] }),
  commit: Type.Optional(
    nullable(
      Type.String({
        pattern: '^[0-9a-fA-F]{7,64}$',
        description: 'The commit that the evidence is about',
        examples: ['1a2b3c4d5e6f7a8b9c0d1e2f3a4b5c6d7e8f9a0b'],
      }),
    ),
  ),
  passed: Type.Optional(
    Type.Boolean({
      description: 'Required, unless a JUnit or TAP file of a test report decides it',
      examples: [true],
    }),
  ),
  summary: trimmed(1, evidenceLimits.summary, { examples: [exampleSummary] }),
  exitCode: Type.Optional(
    nullable(Type.Integer({ minimum: -(2 ** 31), maximum: 2 ** 31 - 1, examples: [0] })),
  ),
  url: Type.Optional(
    nullable(
      Type.String({
        maxLength: evidenceLimits.url,
        pattern: '^https?://[^\\s]+$',
        description: 'Shown as a link; Docket does not open it',
        examples: ['https://ci.example.com/runs/7'],
      }),
    ),
  ),
  sha256: Type.Optional(
    nullable(
      Type.String({
        maxLength: 1_000,
        pattern: '^[0-9a-fA-F]{64}(,[0-9a-fA-F]{64})*$',
        description:
          'The SHA-256 of each file in order, separated by commas; a file with another one is refused',
        examples: [sha256],
      }),
    ),
  ),
});

export const WorkerEvidenceInput = Type.Object({
  ...EvidenceInput.properties,
  epoch: Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1, description: 'Of your lease', examples: [1] }),
  guilty: Type.Optional(
    nullable(
      Type.Object(
        {
          commit: Type.String({
            pattern: '^(?:[0-9a-f]{40}|[0-9a-f]{64})$',
            examples: ['7c3d5e6f7a8b9c0d1e2f3a4b5c6d7e8f9a0b1a2b'],
          }),
          title: Type.Optional(trimmed(0, 200, { examples: ['Round the rate'] })),
        },
        {
          title: 'GuiltyCommit',
          description:
            'In a task of the kind `recheck`: the commit since which the command fails. It reopens the ticket, once.',
        },
      ),
    ),
  ),
});
