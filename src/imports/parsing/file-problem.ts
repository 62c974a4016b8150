/** The file does not have the form that its product writes. The message names the place and what to do. */
export class FileProblem extends Error {
  constructor(file: string, place: string, sentence: string) {
    super(`${file}, ${place}: ${sentence}`);
  }
}
