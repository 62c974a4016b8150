import type { Ticket } from '../tickets/index.ts';

/** A person as the file of another product names them. At least one field is set. */
export interface SourcePerson {
  /** The product's identifier of the person: a login or an account id. */
  login?: string | undefined;
  name?: string | undefined;
  email?: string | undefined;
}

export interface SourceComment {
  /** Unique among the comments of the product. If the file has none, it is made from the ticket and the position. */
  sourceId: string;
  author: SourcePerson | undefined;
  content: string;
  createdAt: number | undefined;
}

export interface SourceChecklistItem {
  text: string;
  done: boolean;
  assignee: SourcePerson | undefined;
}

/** `from` is the ticket that has the link; `to` is the `sourceId` or the key of another ticket. */
export interface SourceLink {
  kind: 'blocks' | 'blocked_by' | 'duplicates' | 'duplicated_by' | 'relates' | 'parent';
  to: string;
}

export interface SourceGroup {
  name: string;
  kind: 'cycle' | 'milestone';
  startsAt?: number | undefined;
  endsAt?: number | undefined;
}

/** A file that a ticket or one of its comments refers to. It becomes an attachment if an archive of the import has it. */
export interface SourceFileReference {
  name: string;
  /** Never fetched. If no archive has the file, the URL becomes a link in the description. */
  url?: string | undefined;
  /** Ends of the path under which an archive may have the file, the most likely first. */
  paths: string[];
  /** The string by which the texts of the ticket refer to the file; replaced by the URL of the attachment. */
  inText?: string | undefined;
  author?: SourcePerson | undefined;
  createdAt?: number | undefined;
}

/** Something that Docket stores in another form or loses. */
export interface Note {
  kind: 'changed' | 'lost';
  /** The reason. Notes with the same reason have the same text, because the report counts them by it. */
  what: string;
  /** Something that a person can correct in the row. The report names its line. */
  isProblem?: boolean;
}

/** A word of the product and the value chosen for it. The report shows the whole mapping. */
export interface MappedWord {
  field: 'status' | 'priority' | 'type';
  from: string;
  to: string;
}

/** A ticket of another product, in the terms of Docket. Readers produce it; the writer knows no other form. */
export interface SourceTicket {
  /** Unique within product and project. A ticket with the same `sourceId` is never imported twice. */
  sourceId: string;
  /** The key that people know: `ACME-12`, `acme/app#12`. */
  key: string | undefined;
  /** The name in reports, if people know neither the key nor the `sourceId`. */
  shownAs?: string | undefined;
  /** The line of a CSV file on which the row begins. */
  line?: number;
  /** Becomes the number of the ticket if it is free. */
  number: number | undefined;
  url: string | undefined;
  title: string;
  description: string | undefined;
  type: Ticket['type'];
  status: Ticket['status'];
  priority: Ticket['priority'];
  reporter: SourcePerson | undefined;
  /** Docket has one assignee; the description names the others. */
  assignees: SourcePerson[];
  labels: { name: string; color?: string | undefined }[];
  group: SourceGroup | undefined;
  /** The milestone of a ticket whose `group` is a cycle. */
  milestone?: SourceGroup | undefined;
  checklist?: SourceChecklistItem[];
  links: SourceLink[];
  comments: SourceComment[];
  files: SourceFileReference[];
  createdAt: number | undefined;
  updatedAt: number | undefined;
  completedAt: number | undefined;
  dueDate: number | undefined;
  /** In points. Kept if the project estimates in points. */
  estimate: number | undefined;
  words: MappedWord[];
  notes: Note[];
}

/** A file in an archive of the import; `archive` is the position of the archive among the files of the import. */
export interface SourceMember {
  archive: number;
  path: string;
  bytes: number;
}

/** What a reader yields: a ticket, a comment or file reference outside of its ticket, or a file in an archive. */
export type SourceItem =
  | { ticket: SourceTicket }
  | { comment: SourceComment; of: string }
  | { file: SourceFileReference; of: string }
  | { member: SourceMember }
  /** A row that becomes no ticket. */
  | { skipped: { line: number; what: string } };
