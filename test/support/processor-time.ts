type Work = () => unknown;
type ReadUsage = (since?: NodeJS.CpuUsage) => NodeJS.CpuUsage;

/**
 * Milliseconds of processor time that the work takes on this thread. Tests limit it where a limit guards against slow code:
 * on a busy machine the same work takes longer by the clock, which says nothing about the code.
 */
export const threadMs = (work: Work) => measure(process.threadCpuUsage, work);

/**
 * As `threadMs`, with the other threads of the process, such as those that read the database. It is exact for short work:
 * Linux updates the time of a process with each question, that of a thread about once a millisecond.
 */
export const processMs = (work: Work) => measure(process.cpuUsage, work);

async function measure(read: ReadUsage, work: Work): Promise<number> {
  const before = read();
  await work();
  const { user, system } = read(before);
  return (user + system) / 1_000;
}
