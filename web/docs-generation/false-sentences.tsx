import type { FalseSentence, GeneratedDocs } from '../../sdk/index.ts';
import { m } from '../messages/index.ts';
import { VerdictGroup } from './verdict-view.tsx';

const shown = [
  ['falseNow', 'red'],
  ['mayBeFalse', 'amber'],
] as const;

/** Sentences of the documentation that the changes made false, with their corrections. */
export const FalseSentences = ({ result }: { result: GeneratedDocs }) => (
  <>
    {shown.map(([name, look]) => {
      const sentences = result[name] ?? [];
      return (
        sentences.length > 0 && (
          <VerdictGroup
            key={name}
            title={m.docs[name]}
            look={look}
            reasons={sentences.map(toReason)}
            open={name === 'falseNow'}
          />
        )
      );
    })}
  </>
);

const toReason = ({ file, line, quote, was, patch }: FalseSentence) => ({
  file,
  line,
  text: m.docs.gone(quote, was),
  before: changedLine(patch, '-'),
  after: changedLine(patch, '+'),
});

/** The line that a patch removes or adds; the headers above it have three signs. */
const changedLine = (patch: string | null, sign: string) =>
  patch
    ?.split('\n')
    .find((line) => line.startsWith(sign) && !line.startsWith(sign.repeat(3)))
    ?.slice(1) ?? null;
