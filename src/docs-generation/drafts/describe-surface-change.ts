import type { SurfaceChange } from '../analysis/compare-surfaces.ts';
import type { SurfaceGroup } from './group-surface.ts';
import { enumerate } from './inlines.ts';
import type { Inline } from './mdx.ts';

const nouns: Record<SurfaceChange['area'], [one: string, many: string]> = {
  export: ['export', 'exports'],
  route: ['HTTP route', 'HTTP routes'],
  operation: ['API operation', 'API operations'],
  schema: ['database step', 'database steps'],
  config: ['configuration variable', 'configuration variables'],
  flag: ['command line option', 'command line options'],
  dependency: ['dependency', 'dependencies'],
};

/** One sentence per group, for developers. */
export function describeSurfaceChange(group: SurfaceGroup): Inline[] {
  const [{ area, change, path, previousPath }] = group;
  if (area === 'dependency') return describeDependency(group[0]);
  const names = namesOf(group);
  const isOne = group.length === 1;
  const noun = nouns[area][isOne ? 0 : 1];
  const where: Inline[] = area === 'export' ? [' in ', { code: path }] : [];
  if (area === 'schema') return [...names, ' in ', { code: path }];
  if (change === 'moved')
    return [`The ${noun} `, ...names, ' moved from ', { code: previousPath ?? '' }, ' to ', { code: path }];
  if (change === 'added') return [`New ${noun} `, ...names, ...where];
  const became: Record<typeof change, string> = {
    removed: isOne ? ' was removed' : ' were removed',
    deprecated: isOne ? ' is deprecated' : ' are deprecated',
    changed: ' changed',
  };
  return [`The ${noun} `, ...names, ...where, became[change]];
}

const namesOf = (group: SurfaceGroup) => enumerate(group.map(({ name }): Inline => ({ code: name })));

function describeDependency({ change, name, before = '', after = '' }: SurfaceChange): Inline[] {
  if (change === 'added') return [{ code: name }, ' ', { code: after }, ' is new'];
  if (change === 'removed') return [{ code: name }, ' is gone'];
  return [{ code: name }, ' from ', { code: before }, ' to ', { code: after }];
}

/** Whether callers or operators have to act. */
export function needsAdapting({ area, change, isBreaking, isInternal }: SurfaceChange): boolean {
  if (isInternal) return false;
  if (area === 'export') return change === 'changed' ? isBreaking : change !== 'added';
  if (area === 'route' || area === 'operation') return change === 'removed' || isBreaking;
  if (area === 'schema') return change === 'added';
  if (area === 'config') return change === 'added' || change === 'removed';
  if (area === 'dependency') return isBreaking;
  return area === 'flag' && change === 'removed';
}

/** The instruction for them. */
export function describeAdaptation(group: SurfaceGroup): Inline[] {
  const [{ area, change, path }] = group;
  const names = namesOf(group);
  const [it, is] = group.length === 1 ? ['it', 'is'] : ['they', 'are'];
  if (area === 'export') return describeExportAdaptation(group, names);
  if (area === 'route' || area === 'operation')
    return change === 'removed'
      ? ['Stop calling ', ...names, ': it does not exist any more.']
      : ['Adapt calls of ', ...names, ': what it asks for has changed.'];
  if (area === 'schema') return ['Run the migration ', { code: path }, '.'];
  if (area === 'config')
    return change === 'added'
      ? ['Decide whether to set ', ...names, `, which ${is} read now.`]
      : ['Remove ', ...names, ` from your configuration: ${it} ${is} not read any more.`];
  if (area === 'dependency') return ['Update to ', ...names, ' ', { code: group[0].after ?? '' }, '.'];
  return ['Stop passing ', ...names, '.'];
}

function describeExportAdaptation(group: SurfaceGroup, names: Inline[]): Inline[] {
  const [{ change, path, previousPath }] = group;
  const isOne = group.length === 1;
  if (change === 'moved')
    return ['Import ', ...names, ' from ', { code: path }, ' instead of ', { code: previousPath ?? '' }, '.'];
  if (change === 'deprecated')
    return [
      'Plan to replace ',
      ...names,
      ' of ',
      { code: path },
      isOne ? ': it is' : ': they are',
      ' marked as deprecated.',
    ];
  if (change === 'removed')
    return [
      'Stop using ',
      ...names,
      ' of ',
      { code: path },
      isOne ? ': it is' : ': they are',
      ' not exported any more.',
    ];
  return [
    'Adapt every use of ',
    ...names,
    ' of ',
    { code: path },
    isOne ? ' to its new signature.' : ' to their new signatures.',
  ];
}
