import type { ReceivedFile } from '../../attachments/index.ts';
import { invalid } from '../../platform/errors.ts';
import type { Storage } from '../../platform/storage/index.ts';
import { JunitReader } from './junit.ts';
import { isTap, TapReader } from './tap.ts';
import { type TestCounts, TestTally, UnreadableReport } from './test-tally.ts';

export interface ReportResult {
  tests: TestCounts;
  passed: boolean;
}

interface ReportReader {
  write: (text: string) => void;
  end: () => void;
}

/**
 * Reads the JUnit and TAP reports among stored files, piece by piece: other requests run between two pieces of 64 kB, so a
 * report of 10 MB blocks none of them. Returns undefined if there is none.
 */
export async function readTestReports(
  storage: Storage,
  files: readonly ReceivedFile[],
  names: string | null,
): Promise<ReportResult | undefined> {
  const tally = new TestTally(names);
  let reports = 0;
  for (const file of files) {
    try {
      if (await readReport(storage, file.key, tally)) reports++;
    } catch (error) {
      if (!(error instanceof UnreadableReport)) throw error;
      throw invalid({ file: [`${file.name} cannot be read as a test report: ${error.message}`] });
    }
  }
  return reports === 0 ? undefined : { tests: tally.counts, passed: tally.hasPassed };
}

async function readReport(storage: Storage, key: string, tally: TestTally): Promise<boolean> {
  const content = await storage.open(key);
  if (!content) throw new UnreadableReport('its file is gone');
  const decoder = new TextDecoder();
  let reader: ReportReader | undefined;
  let start = '';
  for await (const chunk of content as AsyncIterable<Buffer>) {
    const text = decoder.decode(chunk, { stream: true });
    if (reader) {
      reader.write(text);
      continue;
    }
    start += text;
    if (start.trimStart() === '') continue;
    reader = chooseReader(start, tally);
    // Leaving the loop closes the stream.
    if (!reader) return false;
    reader.write(start);
  }
  if (!reader) return false;
  reader.write(decoder.decode());
  reader.end();
  return true;
}

function chooseReader(start: string, tally: TestTally): ReportReader | undefined {
  if (start.trimStart().startsWith('<')) return new JunitReader(tally);
  return isTap(start) ? new TapReader(tally) : undefined;
}
