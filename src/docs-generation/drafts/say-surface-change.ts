import type { SurfaceChange } from '../compare-surfaces.ts';
import type { Inline } from './mdx.ts';

const nouns: Record<SurfaceChange['area'], string> = {
  export: 'export',
  route: 'HTTP route',
  operation: 'API operation',
  schema: 'database step',
  config: 'configuration variable',
  flag: 'command line option',
  dependency: 'dependency',
};

/** One sentence for developers. */
export function saySurfaceChange({
  area,
  change,
  name,
  path,
  previousPath,
  before,
  after,
}: SurfaceChange): Inline[] {
  const thing: Inline = { code: name };
  const where: Inline[] = area === 'export' ? [' in ', { code: path }] : [];
  if (area === 'dependency') return sayDependency(change, name, before, after);
  if (area === 'schema') return [thing, ' in ', { code: path }];
  if (change === 'moved')
    return ['The export ', thing, ' moved from ', { code: previousPath ?? '' }, ' to ', { code: path }];
  if (change === 'added') return [`New ${nouns[area]} `, thing, ...where];
  if (change === 'removed') return [`The ${nouns[area]} `, thing, ...where, ' was removed'];
  if (change === 'deprecated') return [`The ${nouns[area]} `, thing, ...where, ' is deprecated'];
  return [`The ${nouns[area]} `, thing, ...where, ' changed'];
}

function sayDependency(change: SurfaceChange['change'], name: string, before = '', after = ''): Inline[] {
  if (change === 'added') return [{ code: name }, ' ', { code: after }, ' is new'];
  if (change === 'removed') return [{ code: name }, ' is gone'];
  return [{ code: name }, ' from ', { code: before }, ' to ', { code: after }];
}

/** What whoever relies on it has to do; undefined where there is nothing to do. */
export function sayHowToAdapt({
  area,
  change,
  name,
  path,
  previousPath,
  isBreaking,
}: SurfaceChange): Inline[] | undefined {
  const thing: Inline = { code: name };
  if (area === 'export') {
    if (change === 'moved')
      return ['Import ', thing, ' from ', { code: path }, ' instead of ', { code: previousPath ?? '' }, '.'];
    if (change === 'deprecated')
      return ['Plan to replace ', thing, ' of ', { code: path }, ': it is marked as deprecated.'];
    if (change === 'removed')
      return ['Stop using ', thing, ' of ', { code: path }, ': it is not exported any more.'];
    return change === 'changed' && isBreaking
      ? ['Adapt every use of ', thing, ' of ', { code: path }, ' to its new signature.']
      : undefined;
  }
  if (area === 'route' || area === 'operation') {
    if (change === 'removed') return ['Stop calling ', thing, ': it does not exist any more.'];
    return isBreaking ? ['Adapt calls of ', thing, ': what it asks for has changed.'] : undefined;
  }
  if (area === 'schema')
    return change === 'added' ? ['Run the migration ', { code: path }, ': ', thing, '.'] : undefined;
  if (area === 'config') {
    if (change === 'added') return ['Decide whether to set ', thing, ', which is read now.'];
    return change === 'removed'
      ? ['Remove ', thing, ' from your configuration: it is not read any more.']
      : undefined;
  }
  if (area === 'flag' && change === 'removed') return ['Stop passing ', thing, '.'];
  return undefined;
}
