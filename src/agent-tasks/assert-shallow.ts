import { invalid } from '../platform/errors.ts';
import { fieldLabel } from '../platform/validation/index.ts';

const depthMax = 100;

/** Free JSON that is nested deeper than the stack could be stored and never be written out again. */
export function assertShallow(field: string, value: unknown): void {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > depthMax)
      throw invalid({ [field]: [`${fieldLabel(field)} must not be nested deeper than ${depthMax}`] });
    level = level.flatMap((part) => (part !== null && typeof part === 'object' ? Object.values(part) : []));
  }
}
