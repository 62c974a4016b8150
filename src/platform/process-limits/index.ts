export { heapMbMax, memoryLimitPhrases } from './memory-limits.ts';
export { startWatchdog } from './watchdog.ts';
