/** The result of a check that a code host ran for a commit. */
export interface HostCheck {
  /** Such as `github`. */
  host: string;
  name: string;
  commit: string;
  passed: boolean;
  /** The code host's word for the result. */
  conclusion: string;
  url: string | null;
  /** When the check ended; of several results the newest counts. */
  checkedAt: number;
}

export const hostCheckLimits = {
  name: 200,
  conclusion: 40,
  /** Of a ticket: the oldest that decide nothing are deleted first. */
  count: 500,
  /** The checks of one commit that are shown when it becomes the newest of a ticket. */
  perCommit: 200,
  ticketsOfCommit: 50,
};

/** Undefined without the full hash of a commit: an abbreviated one could be that of another. */
export function parseHostCheck(given: HostCheck): HostCheck | undefined {
  const commit = given.commit.toLowerCase();
  const name = given.name.slice(0, hostCheckLimits.name).toWellFormed();
  if (!/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(commit) || name === '') return undefined;
  return { ...given, commit, name, conclusion: given.conclusion.slice(0, hostCheckLimits.conclusion) };
}
