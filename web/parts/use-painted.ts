import { startTransition, useEffect, useState } from 'react';
import { afterPaint } from './after-paint.ts';

/** Whether a frame was painted since the value is this one: what a person waits for comes first, the rest after it. */
export function usePainted(value: string): boolean {
  const [painted, setPainted] = useState<string>();
  useEffect(() => afterPaint(() => startTransition(() => setPainted(value))), [value]);
  return painted === value;
}
