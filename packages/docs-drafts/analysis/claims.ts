import type { SurfaceArea } from '../surface/surface.ts';
import type { Verdict } from './grade.ts';
import { gravest } from './grade.ts';
import type { Side } from './source-tree.ts';
import { compareCodeUnits, type SurfaceChange } from './surface-change.ts';

export interface Claim {
  area: SurfaceArea;
  change: SurfaceChange['change'];
  name: string;
  path: string;
  before?: string;
  after?: string;
  verdict: Verdict;
  isPackage?: true;
  /** The base classes of the class that has the member. */
  ancestors?: ReadonlySet<string>;
}

/** Collects claims about public names. A name that several entries export is claimed once. */
export interface Claims {
  add(claim: Claim): void;
  list(): SurfaceChange[];
}

export function newClaims(before: Side, after: Side): Claims {
  const claims = new Map<string, Claim>();
  return {
    add: (claim) => {
      const key = `${claim.area}\0${claim.change}\0${claim.name}`;
      const known = claims.get(key);
      if (!known || gravest([known.verdict, claim.verdict]) !== known.verdict) claims.set(key, claim);
    },
    list: () =>
      withoutShared(withoutInherited([...claims.values()])).map(
        ({ verdict, ancestors: _, ...claim }): SurfaceChange => ({
          ...claim,
          grade: verdict.grade,
          reason: verdict.reason,
          isBreaking: verdict.grade === 'breaks',
          isInternal: false,
          sources: [{ path: claim.path, id: after.get(claim.path) ?? before.get(claim.path) ?? '' }],
        }),
      ),
  };
}

/** Reports a change of an inherited member once, for the public class that declares it, and not for its subclasses. */
function withoutInherited(claims: Claim[]): Claim[] {
  const known = new Set(claims.map((claim) => `${ownerOf(claim)}.${memberKey(claim)}`));
  return claims.filter(
    (claim) =>
      ![...(claim.ancestors ?? [])].some(
        (base) => base !== ownerOf(claim) && known.has(`${base}.${memberKey(claim)}`),
      ),
  );
}

/**
 * In Go, an unexported type passes its methods to all types that embed it. A change of such a method is reported once,
 * for the type with the shortest name, together with the names of the others.
 */
function withoutShared(claims: Claim[]): Claim[] {
  const groups = Map.groupBy(claims, (claim) =>
    unexportedReceiver.test(claim.before ?? claim.after ?? '') ? memberKey(claim) : claim,
  );
  return [...groups.values()].flatMap((group) => {
    const [first, ...others] = group.sort(
      (a, b) => a.name.length - b.name.length || compareCodeUnits(a.name, b.name),
    );
    if (!first || others.length === 0 || first.verdict.reason === '') return first ? [first] : [];
    const owners = others.map(ownerOf).sort(compareCodeUnits).join(', ');
    const reason = `${first.verdict.reason}; the same in ${owners}`;
    return [{ ...first, verdict: { ...first.verdict, reason } }];
  });
}

const unexportedReceiver = /^func \(\*?\p{Ll}/u;

const ownerOf = ({ name }: Claim) => name.split('.')[0] as string;

const memberKey = ({ name, change, before, after }: Claim) =>
  JSON.stringify([name.slice(name.indexOf('.') + 1), change, before, after]);
