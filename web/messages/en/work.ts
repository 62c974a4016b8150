export const work = {
  title: 'My work',
  needs: 'Needs you',
  now: 'Now',
  nowEmpty: 'Nothing in progress. Pick a ticket below and press s to start it.',
  next: 'Next',
  nextEmpty: 'Nothing waits for you. Tickets that are assigned to you appear here, the most urgent first.',
  waiting: 'Waiting',
  waitingEmpty: 'Nothing of yours is in review, and nobody mentioned you.',
  seen: 'Seen lately',
  seenEmpty: 'Tickets that you open appear here.',
  showAll: (count: number) => `Show all ${count}`,
};
