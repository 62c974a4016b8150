/** The file cannot be read: not in the form that its product writes. The message names the place and what to do. */
export class FileProblem extends Error {
  constructor(file: string, place: string, sentence: string) {
    super(`${file}, ${place}: ${sentence}`);
  }
}
