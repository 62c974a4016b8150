import { nullable } from '../../platform/field-schemas.ts';
import { Type } from '../../platform/schema.ts';
import { usageLimits } from './usage.ts';

const count = (maximum: number, description: string, example: number) =>
  Type.Integer({ minimum: 0, maximum, description, examples: [example] });

export const currency = () =>
  Type.String({ format: 'currency', description: 'A currency code of ISO 4217', examples: ['EUR'] });

export const Money = Type.Object(
  {
    amount: Type.Integer({ description: 'In minor units: 250 is 2.50 EUR', examples: [250] }),
    currency: Type.String({ description: 'ISO 4217', examples: ['EUR'] }),
  },
  { title: 'Money' },
);

export const UsageInput = Type.Object(
  {
    inputTokens: Type.Optional(count(usageLimits.tokens, 'Tokens sent to the model', 12_000)),
    outputTokens: Type.Optional(count(usageLimits.tokens, 'Tokens that the model wrote', 800)),
    cachedTokens: Type.Optional(count(usageLimits.tokens, 'Of the tokens sent, those read from a cache', 0)),
    seconds: Type.Optional(count(usageLimits.seconds, 'Seconds of work', 42)),
    cost: Type.Optional(
      nullable(
        Type.Object({
          amount: count(usageLimits.amount, 'In minor units: 250 is 2.50 EUR', 250),
          currency: currency(),
        }),
      ),
    ),
  },
  {
    description:
      'What this attempt used so far, in absolute numbers: a later report replaces an earlier one, an absent field keeps its value',
  },
);

const counts = {
  inputTokens: Type.Integer({ examples: [12_000] }),
  outputTokens: Type.Integer({ examples: [800] }),
  cachedTokens: Type.Integer({ examples: [0] }),
  seconds: Type.Integer({ examples: [42] }),
};
export const costs = Type.Array(Money, { description: 'One amount for each currency' });

export const TaskUsage = Type.Object(
  {
    ...counts,
    cost: nullable(
      Type.Object(Money.properties, {
        description:
          'The cost of all attempts; with several currencies that of the currency reported last, and `costs` has all',
      }),
    ),
    costs: Type.Optional(Type.Array(Money, { description: 'Set if several currencies were reported' })),
  },
  { title: 'AgentTaskUsage', description: 'What all attempts together used' },
);

export const UsageSum = Type.Object({ ...counts, costs }, { title: 'AgentUsage' });
