/** What GitHub names of a comparison; others name more, and take as long for it. */
const filesNamed = 300;
const commitsNamed = 250;

/** The API would leave something out, or take a request for each of too many things. */
export class BeyondTheApi extends Error {}

export function assertWithinApi(counts: { commits?: number; files?: number; isCut?: boolean }): void {
  const { commits = 0, files = 0, isCut = false } = counts;
  if (isCut || commits > commitsNamed || files >= filesNamed)
    throw new BeyondTheApi('the comparison is more than the API tells');
}
