export const notifications = {
  inbox: 'Inbox',
  list: 'Notifications',
  all: 'All',
  unread: 'Unread',
  filter: 'Shown notifications',
  markAllRead: 'Mark all as read',
  markRead: 'Mark as read',
  markUnread: 'Mark as unread',
  empty: 'Your inbox is empty.',
  emptyText: 'Assignments, mentions, questions of agents and changes of tickets that you watch appear here.',
  /** A question, a result or a failure. Without an agent, Docket ended the task because it received no heartbeat. */
  ofTask: (kind: string, agent: string | undefined, task: string) =>
    agent === undefined
      ? `An agent stopped reporting on the task “${task}”`
      : kind === 'agent_question'
        ? `${agent} asked about the task “${task}”`
        : kind === 'agent_result'
          ? `${agent} completed the task “${task}”`
          : `${agent} could not complete the task “${task}”`,
  allRead: 'Everything is read.',
  more: (count: number) => (count === 1 ? '1 earlier' : `${count} earlier`),
  next: 'Next',
  previous: 'Previous',
  open: 'Open',
  unreadMark: 'Unread',
  snooze: 'Snooze',
  snoozed: 'Snoozed',
  actions: 'Actions',
  snoozeTimes: {
    later: 'Snooze for three hours',
    tomorrow: 'Snooze until tomorrow',
    nextWeek: 'Snooze until Monday',
  },
  snoozedUntil: (moment: string) => `Snoozed until ${moment}`,
  until: (moment: string) => `until ${moment}`,
  wake: 'Show again now',
  noneSnoozed: 'Nothing is snoozed.',
  noneSnoozedText: 'What you snooze waits here and comes back to the inbox by itself, in this browser.',
};
