import { m } from '../../messages/index.ts';
import { CodeBlock } from './code-block.tsx';
import { Notice } from './notice.tsx';
import { prettyJson } from './pretty-json.ts';

/** A payload to read and copy. */
export function JsonBlock({ value }: { value: unknown }) {
  const { text, isCut } = prettyJson(value);
  return (
    <>
      <CodeBlock code={text} language="JSON" />
      {isCut && <Notice>{m.parts.cutOff}</Notice>}
    </>
  );
}
