import { startTransition, useEffect, useState } from 'react';
import { Steps } from './display/steps.ts';

/** Whether a frame was painted since the value is this one: what a person waits for comes first, the rest after it. */
export function usePainted(value: string): boolean {
  const [painted, setPainted] = useState<string>();
  const [steps] = useState(() => new Steps());
  useEffect(() => steps.after(() => startTransition(() => setPainted(value))), [steps, value]);
  return painted === value;
}
