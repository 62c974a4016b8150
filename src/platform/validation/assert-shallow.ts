import { invalid } from '../errors.ts';
import { fieldLabel } from './field-label.ts';

const depthMax = 100;

/** Rejects JSON that is nested too deeply: `JSON.stringify` recurses, so Docket could store it but never return it. */
export function assertShallow(field: string, value: unknown): void {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > depthMax)
      throw invalid({
        [field]: [`${fieldLabel(field)} must not be nested more than ${depthMax} levels deep`],
      });
    level = level.flatMap((part) => (part !== null && typeof part === 'object' ? Object.values(part) : []));
  }
}
