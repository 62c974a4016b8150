/** The content of a notification, as of its creation. */
export interface NotificationData {
  message: string;
  actor: { id: string; name: string } | null;
  ticket: { id: string; title: string; key?: string } | null;
  project: { id: string; name: string; key: string } | null;
  comment: { id: string; excerpt: string } | null;
  /** A task of an agent, with an excerpt of its question or error. */
  task?: { id: string; title: string; excerpt?: string };
}

export interface Notification {
  id: string;
  userId: string;
  eventId: string;
  eventType: string;
  kind: string;
  ticketId: string | null;
  data: string;
  createdAt: number;
  readAt: number | null;
}
