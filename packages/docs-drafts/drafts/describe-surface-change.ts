import type { SurfaceChange } from '../analysis/surface-change.ts';
import { goModulePath } from '../surface/dependencies.ts';
import type { SurfaceGroup } from './group-surface.ts';
import { enumerate } from './inlines.ts';
import type { Inline } from './mdx.ts';

const nouns: Record<SurfaceChange['area'] | 'package', [one: string, many: string]> = {
  package: ['package', 'packages'],
  export: ['export', 'exports'],
  route: ['HTTP route', 'HTTP routes'],
  operation: ['API operation', 'API operations'],
  schema: ['database step', 'database steps'],
  config: ['configuration variable', 'configuration variables'],
  flag: ['command line option', 'command line options'],
  dependency: ['dependency', 'dependencies'],
};

/** One sentence per group, for developers, with the reason of its grade. */
export function describeSurfaceChange(group: SurfaceGroup): Inline[] {
  const [{ area, change, path, previousPath, isPackage }] = group;
  if (area === 'dependency') return describeDependency(group[0]);
  const names = namesOf(group);
  const isOne = group.length === 1;
  const noun = nouns[isPackage ? 'package' : area][isOne ? 0 : 1];
  const where: Inline[] = area === 'export' && !isPackage ? [' in ', { code: path }] : [];
  if (area === 'schema') return [...names, ' in ', { code: path }];
  if (change === 'moved')
    return [`The ${noun} `, ...names, ' moved from ', { code: previousPath ?? '' }, ' to ', { code: path }];
  if (change === 'added') return [`New ${noun} `, ...names, ...where];
  const became: Record<typeof change, string> = {
    removed: isOne ? ' was removed' : ' were removed',
    deprecated: isOne ? ' is deprecated' : ' are deprecated',
    changed: ' changed',
  };
  return [`The ${noun} `, ...names, ...where, became[change], ...reasonOf(group)];
}

/** The reasons, if they say more than the sentence before them. */
function reasonOf(group: SurfaceGroup): Inline[] {
  const reasons = [...new Set(group.map(({ reason }) => reason))].filter((reason) => reason !== '');
  if (reasons.length === 0 || (group[0].change === 'removed' && group[0].grade === 'breaks')) return [];
  return [`: ${reasons.slice(0, reasonsShown).join('; ')}${reasons.length > reasonsShown ? '; …' : ''}`];
}

const reasonsShown = 3;

const namesOf = (group: SurfaceGroup, namesMax?: number) =>
  enumerate(
    group.map(({ name }): Inline => ({ code: name })),
    namesMax,
  );

function describeDependency({ change, name, before = '', after = '' }: SurfaceChange): Inline[] {
  if (change === 'added') return [{ code: name }, ' ', { code: after }, ' is new'];
  if (change === 'removed') return [{ code: name }, ' is gone'];
  return [{ code: name }, ' from ', { code: before }, ' to ', { code: after }];
}

/** True if callers or operators have to act. */
export function needsAdapting({ area, change, isBreaking, isInternal, grade }: SurfaceChange): boolean {
  if (isInternal) return false;
  if (area === 'export') return isBreaking || change === 'deprecated' || change === 'moved';
  if (area === 'route' || area === 'operation') return isBreaking;
  if (area === 'schema') return change === 'added';
  if (area === 'config') return change === 'added' || (change === 'removed' && grade !== 'changed');
  return (area === 'dependency' || area === 'flag') && isBreaking;
}

/** The instruction for callers or operators. `replacements` maps removed names to similar added ones. */
export function describeAdaptation(group: SurfaceGroup, replacements: ReadonlyMap<string, string>): Inline[] {
  const [{ area, change, path, name, after, reason }] = group;
  const names = namesOf(group, adaptedNamesShown);
  const [it, is] = group.length === 1 ? ['it', 'is'] : ['they', 'are'];
  if (area === 'export')
    return [...describeExportAdaptation(group, names, replacements), ...describeCallSites(group)];
  if (area === 'route' || area === 'operation')
    return change === 'removed'
      ? ['Stop calling ', ...names, ': it does not exist any more.']
      : ['Adapt calls of ', ...names, `: ${reason || 'what it asks for has changed'}.`];
  if (area === 'schema') return ['Run the migration ', { code: path }, '.'];
  if (area === 'config')
    return change === 'added'
      ? ['Decide whether to set ', ...names, `, which ${is} read now.`]
      : ['Remove ', ...names, ` from your configuration: ${it} ${is} not read any more.`];
  if (name === goModulePath) return ['Import the packages of the module by ', { code: after ?? '' }, '.'];
  if (area === 'dependency') return ['Update to ', ...names, ' ', { code: after ?? '' }, '.'];
  return ['Stop passing ', ...names, '.'];
}

const adaptedNamesShown = 8;

function describeExportAdaptation(
  group: SurfaceGroup,
  names: Inline[],
  replacements: ReadonlyMap<string, string>,
): Inline[] {
  const [{ change, path, previousPath, reason, name, isPackage }] = group;
  const isOne = group.length === 1;
  if (isPackage && change === 'removed')
    return ['Stop importing ', ...names, isOne ? ': the package is' : ': the packages are', ' gone.'];
  if (change === 'moved')
    return ['Import ', ...names, ' from ', { code: path }, ' instead of ', { code: previousPath ?? '' }, '.'];
  if (change === 'deprecated')
    return ['Plan to replace ', ...names, isOne ? ': it is' : ': they are', ' marked as deprecated.'];
  const replacement = isOne ? replacements.get(name) : undefined;
  if (change === 'removed' && replacement !== undefined)
    return ['Replace ', ...names, ' by ', { code: replacement }, ', which is new.'];
  if (change === 'removed')
    return ['Stop using ', ...names, isOne ? ': it is' : ': they are', ' not exported any more.'];
  return [
    'Adapt every use of ',
    ...names,
    isOne && reason !== '' ? `: ${reason}.` : ' to the new signature.',
  ];
}

/** Where the repository itself was adapted to the same changes. */
function describeCallSites(group: SurfaceGroup): Inline[] {
  const found = group.flatMap(({ callSites }) => callSites ?? []);
  const total = found.reduce((sum, sites) => sum + sites.count, 0);
  const [example] = found;
  if (!example) return [];
  return [
    total === 1
      ? ' One call site in this repository shows how: '
      : ` ${total} call sites in this repository show how, for example in `,
    { code: example.path },
    '.',
  ];
}
