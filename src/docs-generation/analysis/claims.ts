import type { SurfaceArea } from '../surface/surface.ts';
import type { Verdict } from './grade.ts';
import { gravest } from './grade.ts';
import type { Side } from './source-tree.ts';
import type { SurfaceChange } from './surface-change.ts';

export interface Claim {
  area: SurfaceArea;
  change: SurfaceChange['change'];
  name: string;
  path: string;
  before?: string;
  after?: string;
  verdict: Verdict;
  /** Of the class that has the member. */
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
      withoutInherited([...claims.values()]).map(
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

/** A change of an inherited member is told for the classes that people use, not again for their base. */
function withoutInherited(claims: Claim[]): Claim[] {
  const told = new Set(
    claims.flatMap((claim) => [...(claim.ancestors ?? [])].map((base) => `${base}.${memberKey(claim)}`)),
  );
  return claims.filter((claim) => {
    const [owner, member] = claim.name.split('.');
    return member === undefined || !told.has(`${owner}.${memberKey(claim)}`);
  });
}

const memberKey = ({ name, change, before, after }: Claim) =>
  JSON.stringify([name.slice(name.indexOf('.') + 1), change, before, after]);
