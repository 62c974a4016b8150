import { choice, nullable, trimmed } from '../../platform/field-schemas.ts';
import { Type } from '../../platform/schema.ts';
import { checkTypes, criterionLimits } from './criterion.ts';

const exampleText = 'The invoice shows the rate of its day';

export const criterionText = () => trimmed(1, criterionLimits.textLength, { examples: [exampleText] });

export const CriterionCheck = () =>
  Type.Object({
    type: choice(checkTypes, { examples: ['tests'] }),
    value: Type.Optional(
      nullable(
        trimmed(1, criterionLimits.valueLength, {
          description:
            'The command; names of tests, separated by commas, in which `*` stands for anything; or the name of the check of the code host',
          examples: ['rates *'],
        }),
      ),
    ),
  });

export const CriterionInput = Type.Object(
  { text: criterionText(), check: Type.Optional(nullable(CriterionCheck())) },
  { title: 'CriterionInput' },
);

/** The criteria of a new ticket. */
export const criteriaInput = () =>
  Type.Array(CriterionInput, {
    maxItems: criterionLimits.criteria,
    description: 'What must be true when the ticket is done, in order',
    examples: [[{ text: exampleText }]],
  });

export const CriteriaProgress = Type.Object(
  {
    total: Type.Integer({ examples: [4] }),
    shown: Type.Integer({ examples: [3], description: 'For so many, evidence passes on the newest commit' }),
  },
  { title: 'CriteriaProgress' },
);
