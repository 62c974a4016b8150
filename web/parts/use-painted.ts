import { startTransition, useEffect, useState } from 'react';
import { Steps } from './display/steps.ts';

/** True once this value has been painted. Components use it to postpone work that the first paint does not need. */
export function usePainted(value: string): boolean {
  const [painted, setPainted] = useState<string>();
  const [steps] = useState(() => new Steps());
  useEffect(() => steps.after(() => startTransition(() => setPainted(value))), [steps, value]);
  return painted === value;
}
