/** Time that somebody spent on a ticket. */
export interface TimeLog {
  id: string;
  ticketId: string;
  userId: string;
  minutes: number;
  description: string | null;
  spentAt: number;
  createdAt: number;
  updatedAt: number;
}

export interface TimeLogWithUser extends TimeLog {
  userName: string;
  userEmail: string;
  userImage: string | null;
}
