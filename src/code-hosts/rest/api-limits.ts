/** GitHub lists at most 300 files and 250 commits of a comparison. Other hosts list more, but need more requests. */
const filesListedMax = 300;
const commitsListedMax = 250;

/** The API would omit a part of the comparison or need too many requests; git in a partial clone is used instead. */
export class ApiLimitExceeded extends Error {}

export function assertWithinApiLimits(counts: {
  commits?: number;
  files?: number;
  isTruncated?: boolean;
}): void {
  const { commits = 0, files = 0, isTruncated = false } = counts;
  if (isTruncated || commits > commitsListedMax || files >= filesListedMax)
    throw new ApiLimitExceeded('the comparison exceeds the limits of the API');
}
