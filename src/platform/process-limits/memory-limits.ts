/** JavaScript heap of a process that drafts, in MB. */
export const heapMbMax = 256;
/** All its memory: the heap, buffers and the program itself. */
export const residentMbMax = 640;

export const residentLimitPhrase = 'docket: resident memory limit reached';
/** What a process writes to standard error before it dies of its memory; the second is V8's. */
export const memoryLimitPhrases = [residentLimitPhrase, 'heap out of memory'];
