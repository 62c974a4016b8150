import type { CodeHost, RepositoryName } from '../../code-hosts/index.ts';
import { FilePredictor, type PastChange, type PredictedFile } from '../../file-prediction/index.ts';

// Older commits say little about what is changed today.
const commitsMax = 3_000;

export interface PredictionRequest {
  /** What is to be done. */
  texts: string[];
  /** Changes that Docket knows itself, oldest first. */
  past: PastChange[];
  /** How many files are named for each text. */
  max: number;
}

/** Predicts which files each of the texts will touch, from the history of the default branch where the host has it. */
export async function predictFiles(
  host: CodeHost,
  repo: RepositoryName,
  { texts, past, max }: PredictionRequest,
  signal: AbortSignal,
): Promise<PredictedFile[][]> {
  const predictor = new FilePredictor();
  for (const change of await readChanges(host, repo, signal)) predictor.add(change);
  for (const change of past) predictor.add(change);
  return texts.map((text) => predictor.predict(text, max));
}

async function readChanges(host: CodeHost, repo: RepositoryName, signal: AbortSignal): Promise<PastChange[]> {
  if (!host.readHistory) return [];
  const { defaultBranch } = await host.findRepository(repo, signal);
  const tip = await host.resolve(repo, defaultBranch, signal);
  const commits = await host.readHistory(repo, tip, commitsMax, signal);
  const living = await host.listFiles(repo, tip, () => true, signal);
  return commits.toReversed().map(({ message, paths }) => ({
    text: message,
    files: paths.map((path) => ({ path, isRemoved: !living.has(path) })),
  }));
}
